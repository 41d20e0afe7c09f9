// Damage to received money that may not be credited, and the rule that has to find it.
import { type Damage, UUID } from './damage-rows.ts'

const UNPAID = `(select id from orders where paid_at is null order by id limit 1)`
const KEPT = `insert into kept_payments (order_id, reason, state, amount, minor) select id, 'limit', 'waiting', amount, charge from orders
  where id = ${UNPAID}`

export const KEPT_DAMAGE: readonly Damage[] = [
  [
    'a kept payment without its money',
    `${KEPT}; update orders set state = 'kept' where id = ${UNPAID}`,
    /kept money was received/,
  ],
  [
    'kept money without a payment',
    `insert into transfers select ${UUID}, 'kept', 4, 11, 5, 'nothing', now()`,
    /kept money was received/,
  ],
  [
    'a kept payment of an order that waits',
    `${KEPT}; insert into transfers select ${UUID}, 'kept', 4, 11, amount, id::text, now() from orders where id = ${UNPAID}`,
    /an order is kept while/,
  ],
  [
    'an order that is kept without a payment',
    `update orders set state = 'kept' where id = ${UNPAID}`,
    /an order is kept while/,
  ],
]
