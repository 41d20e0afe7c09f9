// Rules of the ledger for paid openings of cases.
import type { Rule } from './rule.ts'

export const CASE_RULES: readonly Rule[] = [
  {
    name: 'every roll of a case won exactly one item of its player',
    broken: `select rolls.id from rolls left join items on items.roll_id = rolls.id and items.player_id = rolls.player_id
      where rolls.game = 'case' group by rolls.id having count(items.id) <> 1`,
  },
]
