// What can be done to shares of deposits and to who brought whom, and the rule that has to find it.
import { type Damage, first, UUID } from './damage-rows.ts'

const PLAYER = first('players')
const PAID_ORDER = first('orders', "state = 'paid'")
const SHARED_ORDER = first('orders', "state = 'paid' and commission > 0")

export const REFERRAL_DAMAGE: readonly Damage[] = [
  [
    'a share that is more than was paid',
    `update orders set commission = commission + 1 where id = ${SHARED_ORDER}`,
    /a share went/,
  ],
  [
    'a share of a deposit whose player nobody brought',
    `insert into transfers select ${UUID}, 'referral', 8, ${PLAYER}, 15, ${PAID_ORDER}::text, now();
     update orders set commission = 15 where id = ${PAID_ORDER};
     update accounts set balance = balance + 15 where id = ${PLAYER}`,
    /a share went/,
  ],
  [
    'a share of nothing',
    `insert into transfers select ${UUID}, 'referral', 8, ${PLAYER}, 15, 'nothing', now();
     update accounts set balance = balance + 15 where id = ${PLAYER}`,
    /a share went/,
  ],
  [
    'a share that went to another player',
    `update accounts set balance = balance + 60 where id = ${PLAYER};
     update accounts set balance = balance - 60 where id = (select referrer_id from orders where id = ${SHARED_ORDER});
     update transfers set credit_id = ${PLAYER} where kind = 'referral' and reference = ${SHARED_ORDER}::text`,
    /a share went/,
  ],
  [
    'a share from another account',
    `update transfers set debit_id = 1 where kind = 'referral' and reference = ${SHARED_ORDER}::text`,
    /a share went/,
  ],
  [
    'a share to whom the player did not come by',
    `update players set referrer_id = ${PLAYER} where referrer_id is not null`,
    /a share went/,
  ],
  [
    'more of a share taken back than it was',
    `update transfers set amount = amount + 1 where kind = 'referral-back';
     update accounts set balance = balance - 1 where id = (select debit_id from transfers where kind = 'referral-back')`,
    /taken back/,
  ],
  [
    'a share taken back without a refund',
    `insert into transfers select ${UUID}, 'referral-back', referrer_id, 8, 1, id::text, now() from orders
       where id = ${SHARED_ORDER};
     update accounts set balance = balance - 1 where id = (select referrer_id from orders where id = ${SHARED_ORDER})`,
    /taken back/,
  ],
  [
    'two who brought each other',
    `update players set referrer_id = (select id from players where referrer_id is not null limit 1)
     where id = (select referrer_id from players where referrer_id is not null limit 1)`,
    /nobody is among those/,
  ],
  ['a player who brought himself', `update players set referrer_id = id where id = ${PLAYER}`, /nobody is among those/],
  [
    'a player whom nobody that exists brought',
    `update players set referrer_id = 99999999 where id = ${PLAYER}`,
    /nobody is among those/,
  ],
  [
    'a program that brought a player',
    `update players set house = true where id = (select referrer_id from players where referrer_id is not null limit 1)`,
    /nobody is among those/,
  ],
]
