// Ledger rules of the calendar.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const CALENDAR_RULES: readonly Rule[] = [
  {
    name: 'every day of the calendar that was claimed gave one prize, and every such prize belongs to one claim',
    broken: `select coalesce(claims.reference, given.reference) as claim, given.amount from
        (select player_id, player_id || ':' || day as reference, coalesce(won_id::text, '') as won from calendar_claims)
          claims
      full join (
          select credit_id as player_id, reference, '' as won, amount from transfers
            where kind = 'calendar' and debit_id = ${HOUSE_ACCOUNTS.bonuses}
          union all select player_id, reference, id::text, price from items where source = 'calendar') given
        on given.player_id = claims.player_id and given.reference = claims.reference and given.won = claims.won
      where claims.reference is null or given.reference is null`,
  },
  {
    name: 'every prize in money of the calendar comes from the bonuses',
    broken: `select id, debit_id from transfers where kind = 'calendar' and debit_id <> ${HOUSE_ACCOUNTS.bonuses}`,
  },
  {
    name: 'days of the calendar in a row are counted from the day before',
    broken: `select player_id, day, streak from (
        select player_id, day, streak, lag(day) over mine as before, lag(streak) over mine as streak_before
        from calendar_claims window mine as (partition by player_id order by day)) claims
      where streak <> case when day::date - before::date = 1 then streak_before + 1 else 1 end`,
  },
]
