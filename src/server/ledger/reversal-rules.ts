// Ledger rules of refunds and disputes: what went back, what is owed, what was frozen for it.
import { HOUSE_ACCOUNTS } from './accounts.ts'
import type { Rule } from './rule.ts'

/** Kinds of transfers that have the id of a reversal as reference. */
const OF_REVERSALS = `('refund', 'bonus-back', 'prize-back', 'reclaim', 'debt', 'reinstated', 'bonus-reinstated')`

/** What each order has lost to its payer for good, in minor units. */
const LOST = `(select order_id, sum(minor) as minor, count(*) as count from disputes where state = 'lost' group by order_id)`

/** The share of a column of `orders` that went back, as the game's rules round it. */
const share = (column: string): string =>
  `floor(orders.${column} * least(orders.charge, orders.refunded_minor + coalesce(lost.minor, 0))::numeric / orders.charge + 0.5)`

export const REVERSAL_RULES: readonly Rule[] = [
  {
    name: 'every transfer of a reversal belongs to one, and to the player of its order',
    broken: `select transfers.id, transfers.kind, transfers.reference from transfers
      left join order_reversals on order_reversals.id::text = transfers.reference
      left join orders on orders.id = order_reversals.order_id
      where transfers.kind in ${OF_REVERSALS} and (orders.id is null
        or orders.player_id <> case when transfers.debit_id >= 1000 then transfers.debit_id else transfers.credit_id end)`,
  },
  {
    name: 'an order has returned what its reversals took',
    broken: `select orders.id, orders.returned, orders.bonus_returned, orders.commission_returned from orders
      left join order_reversals taken on taken.order_id = orders.id group by orders.id
      having orders.returned <> coalesce(sum(taken.amount), 0) or orders.bonus_returned <> coalesce(sum(taken.bonus), 0)
        or orders.commission_returned <> coalesce(sum(taken.commission - taken.commission_shortfall), 0)`,
  },
  {
    name: 'a reversal moved what it took, except for the shortfall',
    broken: `select orders.id, orders.shortfall, taken.due, moved.amount from orders
      join (select order_id, sum(amount + bonus + prizes + leader_prizes) as due from order_reversals group by order_id) taken
        on taken.order_id = orders.id
      left join (select order_reversals.order_id, sum(case
          when transfers.kind in ('refund', 'bonus-back', 'prize-back') then transfers.amount
          when transfers.kind in ('debt', 'reinstated', 'bonus-reinstated') then -transfers.amount else 0 end) as amount
        from order_reversals join transfers on transfers.reference = order_reversals.id::text
          and transfers.kind in ${OF_REVERSALS} group by order_reversals.order_id) moved on moved.order_id = orders.id
      where coalesce(moved.amount, 0) <> taken.due - orders.shortfall`,
  },
  {
    name: 'a paid order has returned the share of it that was refunded or lost',
    broken: `select orders.id, orders.returned, orders.bonus_returned from orders left join ${LOST} lost on lost.order_id = orders.id
      where orders.paid_at is not null
        and (orders.returned <> ${share('amount')} or orders.bonus_returned <> ${share('bonus')})`,
  },
  {
    name: 'the state of a paid order follows from its refunds and disputes',
    broken: `select orders.id, orders.state from orders left join ${LOST} lost on lost.order_id = orders.id
      left join (select order_id, count(*) filter (where state = 'open') as open, count(*) filter (where state = 'won') as won
        from disputes group by order_id) disputed on disputed.order_id = orders.id
      where orders.paid_at is not null and orders.state <> case
        when disputed.open > 0 then 'disputed' when lost.count > 0 then 'lost'
        when orders.refunded_minor >= orders.charge then 'refunded' when orders.refunded_minor > 0 then 'partly_refunded'
        when disputed.won > 0 then 'won' else 'paid' end`,
  },
  {
    name: 'a debt is what a player was lent, less what they paid',
    broken: `select accounts.id, accounts.debt, coalesce(lent.amount, 0) as lent, coalesce(paid.amount, 0) as paid from accounts
      left join (select credit_id as id, sum(amount) as amount from transfers
        where kind = 'debt' and debit_id = ${HOUSE_ACCOUNTS.debts} group by 1) lent on lent.id = accounts.id
      left join (select debit_id as id, sum(amount) as amount from transfers
        where kind = 'debt-paid' and credit_id = ${HOUSE_ACCOUNTS.debts} group by 1) paid on paid.id = accounts.id
      where accounts.debt <> coalesce(lent.amount, 0) - coalesce(paid.amount, 0)`,
  },
  {
    name: 'a player who owes has paid it with everything on their balance',
    broken: `select id, balance, debt from accounts where debt > 0 and balance > 0`,
  },
  {
    name: 'what a reversal lent is the debt that it recorded',
    broken: `select order_reversals.id, order_reversals.debt, transfers.amount from order_reversals
      left join transfers on transfers.kind = 'debt' and transfers.reference = order_reversals.id::text
      where order_reversals.debt <> coalesce(transfers.amount, 0)`,
  },
  {
    name: 'withdrawals are frozen for an open dispute and for a debt, and for neither any longer',
    broken: `select coalesce(due.player_id, frozen.player_id) as player_id, coalesce(due.reason, frozen.reason) as reason from (
        select distinct orders.player_id, 'dispute' as reason, orders.id::text as reference from orders
          join disputes on disputes.order_id = orders.id and disputes.state = 'open'
        union all select id, 'debt', '' from accounts where debt > 0) due
      full join (select distinct player_id, reason, case reason when 'debt' then '' else reference::text end as reference
        from withdrawal_freezes where lifted_at is null and reason in ('dispute', 'debt')) frozen
        on frozen.player_id = due.player_id and frozen.reason = due.reason and frozen.reference = due.reference
      where due.player_id is null or frozen.player_id is null`,
  },
  {
    name: 'an item is voided if and only if a reversal took that prize back',
    broken: `select items.id, items.state, voided_prizes.reversal_id from items
      full join voided_prizes on voided_prizes.item_id = items.id
      where items.id is null or (items.state = 'voided') <> coalesce(voided_prizes.taken, false)`,
  },
  {
    name: 'a reversal charged the prizes that it names',
    broken: `select order_reversals.id, order_reversals.prizes, coalesce(sum(voided_prizes.price), 0) as named from order_reversals
      left join voided_prizes on voided_prizes.reversal_id = order_reversals.id and not voided_prizes.taken
      group by order_reversals.id having order_reversals.prizes <> coalesce(sum(voided_prizes.price), 0)`,
  },
]
