// Shares of deposits: each belongs to an order and to whoever brought its player, and nobody brought himself by way of others.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const REFERRAL_RULES: readonly Rule[] = [
  {
    name: 'a share went from the referrals to whoever brought the player of a paid order, and is what the order says',
    broken: `select orders.id, orders.commission, share.id as transfer, share.amount from orders
      join players on players.id = orders.player_id
      full join (select * from transfers where kind = 'referral') share on share.reference = orders.id::text
      where orders.id is null or orders.commission <> coalesce(share.amount, 0)
        or (orders.referrer_id is not null and (orders.paid_at is null or orders.referrer_id is distinct from players.referrer_id))
        or (share.id is not null and (share.debit_id <> ${HOUSE_ACCOUNTS.referrals}
          or share.credit_id is distinct from orders.referrer_id))`,
  },
  {
    name: 'no more of a share was taken back than it was, when its order was refunded, from whoever had it',
    broken: `select back.id, back.amount, orders.commission from transfers back
      left join orders on orders.id::text = back.reference and orders.state = 'refunded'
        and orders.referrer_id = back.debit_id
      where back.kind = 'referral-back' and (orders.id is null or back.amount > orders.commission
        or back.credit_id <> ${HOUSE_ACCOUNTS.referrals})`,
  },
  {
    name: 'nobody is among those who brought him, and programs brought nobody',
    broken: `with recursive sound as (
        select id from players where referrer_id is null
        union all select players.id from players join sound on players.referrer_id = sound.id)
      select players.id, players.referrer_id from players left join sound on sound.id = players.id
        left join players referrer on referrer.id = players.referrer_id
      where sound.id is null or referrer.house`,
  },
]
