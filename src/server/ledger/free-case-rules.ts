// Ledger rules of free openings.
import type { Rule } from './rule.ts'

export const FREE_CASE_RULES: readonly Rule[] = [
  {
    name: 'every roll of a free opening won exactly one item of its player, in a free case or for a mission',
    broken: `select rolls.id, count(items.id) as items from rolls
      join odds_tables on odds_tables.hash = rolls.odds_hash left join items on items.roll_id = rolls.id
      where rolls.game = 'free_case' group by rolls.id
      having count(items.id) <> 1 or count(*) filter (where items.id = rolls.id and items.player_id = rolls.player_id
        and (items.source = 'missions' or items.source = 'case' and items.reference = odds_tables.reference)) <> 1`,
  },
  {
    name: 'every free case that was opened has its roll and its item, and every such item its one opening',
    broken: `select coalesce(opened.roll_id, won.id) as id, opened.openings from
        (select roll_id, player_id, 'free_case:' || tier as reference, count(*) as openings from free_openings
          group by roll_id, player_id, tier) opened
      full join (select id, player_id, reference from items
          where source = 'case' and left(reference, 10) = 'free_case:') won
        on won.id = opened.roll_id and won.player_id = opened.player_id and won.reference = opened.reference
      left join rolls on rolls.id = opened.roll_id and rolls.player_id = opened.player_id and rolls.game = 'free_case'
      where won.id is null or rolls.id is null or opened.openings <> 1`,
  },
]
