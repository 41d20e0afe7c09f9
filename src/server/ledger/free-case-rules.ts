// Ledger rules of free openings.
import type { Rule } from './rule.ts'

export const FREE_CASE_RULES: readonly Rule[] = [
  {
    name: 'every roll of a free opening won exactly one item of its player, in a free case, for a mission or by a promo code',
    broken: `select rolls.id, count(items.id) as items from rolls
      join odds_tables on odds_tables.hash = rolls.odds_hash left join items on items.roll_id = rolls.id
      where rolls.game = 'free_case' group by rolls.id
      having count(items.id) <> 1 or count(*) filter (where items.id = rolls.id and items.player_id = rolls.player_id
        and (items.source = 'missions' or items.source = 'case' and items.reference = odds_tables.reference)) <> 1`,
  },
  {
    name: 'every case that a promo code opened has its roll and its item, and no player has used one more often than they may',
    broken: `select promo_openings.promo_id as id, promo_openings.player_id, promo_openings.use from promo_openings
      join promo_codes on promo_codes.id = promo_openings.promo_id
      left join rolls on rolls.id = promo_openings.roll_id and rolls.player_id = promo_openings.player_id and rolls.game = 'free_case'
      left join items on items.id = promo_openings.roll_id and items.player_id = promo_openings.player_id and items.source = 'case'
        and items.reference = promo_codes.case_url
      where rolls.id is null or items.id is null or promo_openings.use > promo_codes.uses_per_player`,
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
