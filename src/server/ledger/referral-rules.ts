// Ledger rules of referrers: each commission belongs to an order and each share to margin of a referred player, both to their referrer,
// and no chain of referrers is a circle. References of shares are a player and a number, `1005.2`.
import { REFERRER_PERCENT_MOST } from '../../game/rewards/gift-bound.ts'
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const REFERRAL_RULES: readonly Rule[] = [
  {
    name: 'a commission was paid from the referrals account to the referrer of a paid order, in the amount of the order',
    broken: `select orders.id, orders.commission, share.id as transfer, share.amount from orders
      join players on players.id = orders.player_id
      full join (select * from transfers where kind = 'referral' and reference not like '%.%') share on share.reference = orders.id::text
      where orders.id is null or orders.commission <> coalesce(share.amount, 0)
        or (orders.referrer_id is not null and (orders.paid_at is null or orders.referrer_id is distinct from players.referrer_id))
        or (share.id is not null and (share.debit_id <> ${HOUSE_ACCOUNTS.referrals}
          or share.credit_id is distinct from orders.referrer_id))`,
  },
  {
    name: 'a reversed commission belongs to a reversal of its order, to the referrer who had it, and is what the reversal recorded',
    broken: `select coalesce(taken.id::text, back.reversal) as reversal, taken.due, back.amount from
      (select order_reversals.id, orders.referrer_id, commission_due.due from order_reversals
        join orders on orders.id = order_reversals.order_id
        cross join lateral (select order_reversals.commission - order_reversals.commission_shortfall as due) commission_due
        where commission_due.due <> 0) taken
      full join (select reference as reversal,
          case kind when 'referral-back' then debit_id else credit_id end as player_id,
          case kind when 'referral-back' then credit_id else debit_id end as house_id,
          case kind when 'referral-back' then amount else -amount end as amount
        from transfers where kind in ('referral-back', 'referral-reinstated')) back
        on back.reversal = taken.id::text and back.player_id = taken.referrer_id
      where taken.id is null or back.reversal is null or taken.due <> back.amount
        or back.house_id <> ${HOUSE_ACCOUNTS.referrals}`,
  },
  {
    name: 'a share of margin was paid once from the referrals account to the referrer of its player, in its amount',
    broken: `select share.player_id, share.sequence, share.amount, paid.id as transfer, paid.amount as paid
      from (select referral_shares.*, players.referrer_id as known_id from referral_shares
        left join players on players.id = referral_shares.player_id) share
      full join (select * from transfers where kind = 'referral' and reference like '%.%') paid
        on paid.reference = share.player_id || '.' || share.sequence
      where share.player_id is null or paid.id is null or paid.amount <> share.amount
        or share.known_id is distinct from share.referrer_id or paid.credit_id <> share.referrer_id
        or paid.debit_id <> ${HOUSE_ACCOUNTS.referrals}`,
  },
  {
    name: 'the shares of a player’s margin are its percentage, to the cent, of no more margin than the player has made',
    broken: `select counted.player_id, counted.sequence, counted.paid, counted.percent, counted.margin, accounts.margin as made from (
        select *, sum(amount) over earlier as paid, row_number() over earlier as place from referral_shares
        window earlier as (partition by player_id order by sequence)) counted
      left join accounts on accounts.id = counted.player_id
      left join (select player_id, sum(voided_margin) as margin from orders group by player_id) voided
        on voided.player_id = counted.player_id
      where counted.sequence <> counted.place or counted.percent not between 1 and ${REFERRER_PERCENT_MOST}
        or counted.paid <> counted.from_paid
          + floor(counted.percent * (counted.margin - counted.from_margin)::numeric / 100000000)
        or counted.margin > coalesce(accounts.margin, 0) + coalesce(voided.margin, 0)`,
  },
  {
    name: 'a percentage counts from the beginning, or from an earlier share where an own share of the partner begins or ends',
    broken: `with counted as (
        select *, sum(amount) over (partition by player_id order by sequence) as paid from referral_shares)
      select later.player_id, later.sequence, later.from_margin, later.from_paid from counted later
      where (later.from_margin, later.from_paid) <> (0, 0) and not exists (select from counted earlier
        where earlier.player_id = later.player_id and earlier.sequence < later.sequence
          and earlier.margin = later.from_margin and earlier.paid = later.from_paid)
        or later.from_paid > 0 and later.own_share_id is null and not exists (select from counted earlier
          where earlier.player_id = later.player_id and earlier.sequence < later.sequence and earlier.own_share_id is not null)`,
  },
  {
    name: 'a share by agreement was paid to its partner, at no more than was agreed, before it ended',
    broken: `select share.player_id, share.sequence, share.percent, own.percent as agreed from referral_shares share
      join partner_shares own on own.id = share.own_share_id
      where own.player_id <> share.referrer_id or share.percent > own.percent or share.at >= own.until`,
  },
  {
    name: 'no player is among their own referrers, and bots refer nobody',
    broken: `with recursive sound as (
        select id from players where referrer_id is null
        union all select players.id from players join sound on players.referrer_id = sound.id)
      select players.id, players.referrer_id from players left join sound on sound.id = players.id
        left join players referrer on referrer.id = players.referrer_id
      where sound.id is null or referrer.house`,
  },
]
