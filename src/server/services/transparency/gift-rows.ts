// Gifts and the margin that pays them, a row each: published days add them up, and the office by hours.
import { type SQL, sql } from 'drizzle-orm'
import { type DaySpan, idWithin, joinPlayer } from '../../db/day-span.ts'

/** `given`: own gifts, at their face value, with the part of the rewards that each is of. `margin` is in millionths of a cent. */
export type GiftKind = 'given' | 'referral' | 'margin'

/** Returns a statement that selects `id`, `what`, `part` and `amount` of the gifts and the margin of a span, without bots. */
export function giftRows(span: DaySpan): SQL {
  return sql`
    with moved as (
      select id, kind, amount, reference, case when credit_id >= 1000 then credit_id else debit_id end as player_id
      from transfers where ${idWithin('id', span)} and kind in ('bonus', 'bonus-back', 'bonus-reinstated', 'social', 'calendar',
        'mission', 'spin-won', 'referral', 'referral-back', 'referral-reinstated')
    ), own as (
      select moved.id, moved.kind, case when kind like '%-back' then -amount else amount end as amount, reference from moved
      ${joinPlayer('moved.player_id')} on not players.house
    )
    select own.id, 'given' as what, case own.kind when 'calendar' then 'calendar' when 'mission' then 'missions'
      when 'spin-won' then 'wheel' else 'bonuses' end as part, amount from own
    left join wheel_spins on roll_id = case when own.kind = 'spin-won' then own.reference::uuid end
    where own.kind not like 'referral%' and (own.kind <> 'spin-won' or free_day is not null)
    union all
    select items.id, 'given', case when items.source in ('calendar', 'missions') then items.source
      when rolls.game = 'free_case' then 'freeCases' else 'wheel' end, items.price from items ${joinPlayer('items.player_id')} on not players.house
    left join rolls on rolls.id = items.id and ${idWithin('rolls.id', span)}
    left join wheel_spins on wheel_spins.roll_id = items.id and ${idWithin('wheel_spins.roll_id', span)}
    where ${idWithin('items.id', span)} and (items.source in ('calendar', 'missions') or rolls.game = 'free_case'
      or wheel_spins.free_day is not null)
    union all
    select id, 'referral', 'referral', amount from own where kind like 'referral%'
    union all
    select made.id, 'margin', null, margin from (
      select id, player_id, margin from rolls where ${idWithin('rolls.id', span)}
      union all select id, player_id, margin from battle_stakes where ${idWithin('battle_stakes.id', span)}
    ) made ${joinPlayer('made.player_id')} on not players.house`
}
