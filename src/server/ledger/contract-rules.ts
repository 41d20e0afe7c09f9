// Rules of the ledger for contracts.
import type { Rule } from './rule.ts'

export const CONTRACT_RULES: readonly Rule[] = [
  {
    name: 'every roll of a contract ended three to ten items and won exactly one',
    broken: `select rolls.id from rolls
      left join items on items.roll_id = rolls.id and items.player_id = rolls.player_id and items.source = 'contract'
      left join (select roll_id, count(*) as ended from item_ends where kind = 'contracted' group by roll_id) staked
        on staked.roll_id = rolls.id
      where rolls.game = 'contract'
      group by rolls.id having count(distinct items.id) <> 1 or coalesce(max(ended), 0) not between 3 and 10`,
  },
]
