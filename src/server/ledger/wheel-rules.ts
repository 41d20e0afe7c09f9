// Ledger rules of the wheel.
import { BALANCE_PRIZE } from '../../game/fairness/odds-text.ts'
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const WHEEL_RULES: readonly Rule[] = [
  {
    name: 'every roll of the wheel has its spin of the same player, and every spin its roll',
    broken: `select rolls.id, wheel_spins.roll_id as spin from (select id, player_id from rolls where game = 'wheel') rolls
      full join wheel_spins on wheel_spins.roll_id = rolls.id and wheel_spins.player_id = rolls.player_id
      where rolls.id is null or wheel_spins.roll_id is null`,
  },
  {
    name: 'a paid spin cost the price in its odds, once, and a free one nothing',
    broken: `select wheel_spins.roll_id, wheel_spins.free_day, odds.price, paid.amount from wheel_spins
      join rolls on rolls.id = wheel_spins.roll_id
      join (select hash, (text::json->>'price')::bigint as price from odds_tables where game = 'wheel') odds
        on odds.hash = rolls.odds_hash
      left join (select reference, debit_id, sum(amount) as amount, count(*) as count from transfers
        where kind = 'spin' and credit_id = ${HOUSE_ACCOUNTS.wheel} group by reference, debit_id) paid
        on paid.reference = wheel_spins.roll_id::text and paid.debit_id = wheel_spins.player_id
      where (wheel_spins.free_day is null) <> (odds.price > 0) or coalesce(paid.amount, 0) <> odds.price
        or coalesce(paid.count, 0) > 1`,
  },
  {
    name: 'a spin won what its odds say for the sector of its roll: an amount that was paid, an item that was given, or nothing',
    broken: `select wheel_spins.roll_id, lines.item, lines.price, won.amount, items.item_id from wheel_spins
      join rolls on rolls.id = wheel_spins.roll_id
      join odds_tables kept on kept.hash = rolls.odds_hash
      left join (select hash, place - 1 as sector, entry->>'item' as item, (entry->>'price')::bigint as price,
          sum((entry->>'tickets')::bigint) over (partition by hash order by place) as last,
          (entry->>'tickets')::bigint as tickets
        from odds_tables, json_array_elements(text::json->'entries') with ordinality as listed (entry, place)
        where game = 'wheel') lines
        on lines.hash = rolls.odds_hash and rolls.roll between lines.last - lines.tickets + 1 and lines.last
      left join (select reference, credit_id, sum(amount) as amount from transfers
        where kind = 'spin-won' and debit_id = ${HOUSE_ACCOUNTS.wheel} group by reference, credit_id) won
        on won.reference = wheel_spins.roll_id::text and won.credit_id = wheel_spins.player_id
      left join items on items.id = wheel_spins.roll_id and items.roll_id = wheel_spins.roll_id
        and items.player_id = wheel_spins.player_id and items.source = 'wheel'
      where lines.sector is distinct from wheel_spins.sector
        or wheel_spins.balance <> case lines.item when '${BALANCE_PRIZE}' then lines.price else 0 end
        or coalesce(won.amount, 0) <> wheel_spins.balance
        or wheel_spins.item_id is distinct from nullif(lines.item, '${BALANCE_PRIZE}')
        or items.item_id is distinct from wheel_spins.item_id
        or items.price is distinct from case when wheel_spins.item_id is null then null else lines.price end`,
  },
  {
    name: 'every payment and every item of the wheel names a spin of its player',
    broken: `select given.id, given.reference from (
        select id, id::text as reference, player_id from items where source = 'wheel'
        union all select id, reference, credit_id from transfers where kind = 'spin-won'
        union all select id, reference, debit_id from transfers where kind = 'spin') given
      left join wheel_spins on wheel_spins.roll_id::text = given.reference and wheel_spins.player_id = given.player_id
      where wheel_spins.roll_id is null`,
  },
]
