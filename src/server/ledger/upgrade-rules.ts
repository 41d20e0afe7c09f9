// Rules of the ledger for upgrades.
import type { Rule } from './rule.ts'

export const UPGRADE_RULES: readonly Rule[] = [
  {
    name: 'every roll of an upgrade won one item at most, and had a stake of six items at most, or of balance',
    broken: `select rolls.id from rolls
      left join items on items.roll_id = rolls.id and items.player_id = rolls.player_id and items.source = 'upgrade'
      left join (select roll_id, count(*) as ended from item_ends where kind = 'upgraded' group by roll_id) staked
        on staked.roll_id = rolls.id
      left join transfers on transfers.kind = 'upgrade' and transfers.reference = rolls.id::text
      where rolls.game = 'upgrade'
      group by rolls.id having count(distinct items.id) > 1 or count(distinct transfers.id) > 1
        or coalesce(max(ended), 0) > 6 or (max(ended) is null and count(transfers.id) = 0)`,
  },
  {
    name: 'every balance staked on an upgrade names its roll',
    broken: `select transfers.id from transfers left join rolls on rolls.id::text = transfers.reference
        and rolls.player_id = transfers.debit_id and rolls.game = 'upgrade'
      where transfers.kind = 'upgrade' and rolls.id is null`,
  },
]
