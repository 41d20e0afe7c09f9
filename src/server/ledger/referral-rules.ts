// Ledger rules of commissions: each belongs to an order and to the referrer of its player, and no chain of referrers is a circle.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const REFERRAL_RULES: readonly Rule[] = [
  {
    name: 'a commission was paid from the referrals account to the referrer of a paid order, in the amount of the order',
    broken: `select orders.id, orders.commission, share.id as transfer, share.amount from orders
      join players on players.id = orders.player_id
      full join (select * from transfers where kind = 'referral') share on share.reference = orders.id::text
      where orders.id is null or orders.commission <> coalesce(share.amount, 0)
        or (orders.referrer_id is not null and (orders.paid_at is null or orders.referrer_id is distinct from players.referrer_id))
        or (share.id is not null and (share.debit_id <> ${HOUSE_ACCOUNTS.referrals}
          or share.credit_id is distinct from orders.referrer_id))`,
  },
  {
    name: 'a reversed commission belongs to a refunded order, to the referrer who had it, and is at most the commission',
    broken: `select back.id, back.amount, orders.commission from transfers back
      left join orders on orders.id::text = back.reference and orders.state = 'refunded'
        and orders.referrer_id = back.debit_id
      where back.kind = 'referral-back' and (orders.id is null or back.amount > orders.commission
        or back.credit_id <> ${HOUSE_ACCOUNTS.referrals})`,
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
