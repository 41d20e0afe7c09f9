// Damage to refunds, disputes, debts and freezes, and the rule that has to find it.
import { type Damage, UUID } from './damage-rows.ts'

const PARTLY = `(select id from orders where state = 'partly_refunded' limit 1)`
const DISPUTED = `(select id from orders where state = 'disputed' limit 1)`
const DEBTOR = `(select id from accounts where debt > 0 limit 1)`

export const REVERSAL_DAMAGE: readonly Damage[] = [
  [
    'a refund transfer without a reversal',
    `insert into transfers select ${UUID}, 'refund', id, 4, 1, 'nothing', now() from accounts where balance > 0 limit 1;
     update accounts set balance = balance - 1 where id = (select debit_id from transfers where id = ${UUID})`,
    /transfer of a reversal belongs to one/,
  ],
  [
    'a reversal of another player',
    `update transfers set debit_id = ${DEBTOR} where kind = 'refund'
       and reference = (select id::text from order_reversals where order_id = ${PARTLY} limit 1);
     update accounts set balance = (select sum(amount) from entries where account_id = accounts.id)
       where balance is not null and id <> ${DEBTOR};
     update accounts set balance = 0 where id = ${DEBTOR};
     insert into transfers select ${UUID}, 'grant', 1, ${DEBTOR}, -sum(amount), 'x', now() from entries
       where account_id = ${DEBTOR} having sum(amount) < 0`,
    /transfer of a reversal belongs to one/,
  ],
  [
    'an order that has returned more than its reversals',
    `update orders set returned = returned + 1 where id = ${PARTLY}`,
    /returned what its reversals took/,
  ],
  [
    'a credit that a debtor may spend',
    `insert into transfers select ${UUID}, 'grant', 1, ${DEBTOR}, 5, 'x', now();
     update accounts set balance = balance + 5 where id = ${DEBTOR}`,
    /who owes has paid it/,
  ],
  [
    'a reversal that moved nothing',
    `insert into order_reversals select ${UUID}, id, 'refund', 1, 0, 0, 0, 0, 0, now() from orders where id = ${PARTLY};
     update orders set returned = returned + 1 where id = ${PARTLY}`,
    /moved what it took/,
  ],
  [
    'a refund that took too little',
    `update orders set shortfall = shortfall + 1 where state = 'refunded'`,
    /moved what it took/,
  ],
  [
    'a refund of another part',
    `update orders set refunded_minor = refunded_minor + 100 where id = ${PARTLY}`,
    /the share of it that was refunded or lost/,
  ],
  [
    'a dispute that was lost without a loss',
    `update disputes set state = 'lost' where state = 'open'`,
    /the share of it that was refunded or lost/,
  ],
  [
    'a disputed order recorded as paid',
    `update orders set state = 'paid' where id = ${DISPUTED}`,
    /state of a paid order/,
  ],
  [
    'a dispute that was closed by hand',
    `update disputes set state = 'won' where state = 'open'`,
    /state of a paid order/,
  ],
  [
    'a debt that nobody lent',
    `update accounts set debt = debt + 1 where id = ${DEBTOR}`,
    /a debt is what a player was lent/,
  ],
  ['a forgotten debt', `update accounts set debt = 0 where id = ${DEBTOR}`, /a debt is what a player was lent/],
  [
    'a loan that its reversal does not know',
    `update order_reversals set debt = 0 where debt > 0`,
    /what a reversal lent/,
  ],
  [
    'a freeze that was lifted during the dispute',
    `update withdrawal_freezes set lifted_at = now() where reason = 'dispute'`,
    /withdrawals are frozen for/,
  ],
  [
    'a freeze that was lifted before the debt was paid',
    `update withdrawal_freezes set lifted_at = now() where reason = 'debt'`,
    /withdrawals are frozen for/,
  ],
  [
    'a freeze without a reason',
    `insert into withdrawal_freezes (player_id, reason, reference)
       select player_id, 'dispute', id from orders where id = ${PARTLY}`,
    /withdrawals are frozen for/,
  ],
  ['a voided item without a reversal', `delete from voided_prizes where taken`, /an item is voided if and only if/],
  [
    'a prize that was charged and kept as taken',
    `update voided_prizes set price = price + 1 where not taken`,
    /charged the prizes that it names/,
  ],
]
