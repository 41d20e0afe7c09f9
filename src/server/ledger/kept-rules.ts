// Ledger rules of received money that may not be credited.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

export const KEPT_RULES: readonly Rule[] = [
  {
    name: 'kept money was received for its order, and left its account when it was refunded or credited',
    broken: `select kept_payments.order_id, kept_payments.state, moved.reference, moved.held from (select order_id, sum(amount) as amount, string_agg(state, ', ') as state,
          coalesce(sum(amount) filter (where ended_at is null), 0) as waiting from kept_payments group by order_id) kept_payments
      full join (select reference, sum(amount) filter (where kind = 'kept') as received,
          sum(case kind when 'kept' then amount else -amount end) as held,
          bool_and(case kind when 'kept' then debit_id = ${HOUSE_ACCOUNTS.deposits} and credit_id = ${HOUSE_ACCOUNTS.kept}
            else debit_id = ${HOUSE_ACCOUNTS.kept} and credit_id = ${HOUSE_ACCOUNTS.deposits} end) as is_kept
        from transfers where kind in ('kept', 'kept-back') group by reference) moved
        on moved.reference = kept_payments.order_id::text
      where kept_payments.order_id is null or moved.reference is null or not moved.is_kept
        or moved.received is distinct from kept_payments.amount
        or moved.held <> kept_payments.waiting`,
  },
  {
    name: 'an order is kept while its whole payment is, and credited only where that was approved or its rest arrived',
    broken: `select orders.id, orders.state, kept_payments.state as kept from orders
      full join (select * from kept_payments where part = 'payment') kept_payments on kept_payments.order_id = orders.id
      where (orders.state = 'kept') <> coalesce(kept_payments.ended_at is null and kept_payments.order_id is not null and kept_payments.reason <> 'partial', false)
        or kept_payments.order_id is not null and (orders.paid_at is not null) <> (kept_payments.state = 'credited')`,
  },
]
