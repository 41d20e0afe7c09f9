// The SQL of charges and credits, once: statements of other features that pay in the same round trip include it. In these statements `accounts`
// is the account's row. One property compares it with `chargeBalance` and `takeGiftBack` (game/rewards/gifts.ts), for both databases.
import { MILLION } from '../../../game/rewards/margin.ts'

/** Divides a percentage of margin, which is in millionths of a cent. */
const PERCENT_OF_MARGIN = 100 * MILLION

/** Returns SQL for a percentage of the account's margin in whole cents, rounded down; the product of both may exceed a bigint. */
const shareOfMargin = (percent: string): string =>
  `accounts.margin / ${PERCENT_OF_MARGIN} * ${percent} + accounts.margin % ${PERCENT_OF_MARGIN} * ${percent} / ${PERCENT_OF_MARGIN}`

function columnsOf(amount: string, unlocked: string, locked: string): string {
  return `accounts.balance - ${amount} as balance_after, accounts.locked - ${unlocked} - ${locked} as locked_after,
    ${unlocked} as unlocked, ${locked} as locked`
}

/**
 * Returns the columns of a charge that takes free money first, then what margin unlocks, then locked money: `balance_after` and
 * `locked_after` of the account, and the `unlocked` and `locked` parts of the charge. They are selected from an account that the same
 * query locks, and that covers the amount.
 *
 * @param amount SQL of the cents
 * @param ownPercent SQL of the percentage of the margin that can be unlocked; 0 for a charge that unlocks nothing
 */
export function chargeColumns({
  amount,
  ownPercent,
}: {
  readonly amount: string
  readonly ownPercent: string
}): string {
  const beyondFree = `greatest(0, ${amount} - (accounts.balance - accounts.locked))`
  const allowance = `greatest(0, ${shareOfMargin(ownPercent)} - accounts.unlocked)`
  return columnsOf(amount, `least(${beyondFree}, ${allowance})`, `greatest(0, ${beyondFree} - ${allowance})`)
}

/** Returns the columns of a charge that takes a gift back: locked money first, of which the gift may still be a part. */
export function giftBackColumns(amount: string): string {
  return columnsOf(amount, '0::bigint', `least(${amount}, accounts.locked)`)
}

/**
 * Returns the assignments of an update of `accounts` that charges it, joined by the account's id alone. They are the values that the lock
 * has read: PostgreSQL checks constraints of an update against the version of the statement's beginning first.
 *
 * @param charge the table with the columns of the charge
 */
export function chargeAccount(charge: string): string {
  return `balance = ${charge}.balance_after, locked = ${charge}.locked_after, unlocked = accounts.unlocked + ${charge}.unlocked`
}

/**
 * Returns the columns of a credit from which the account's debt is paid first: `owed` of the amount with its locked part `owed_locked`, and
 * what the account holds afterwards. They are selected from an account that the same query locks.
 *
 * @param amount SQL of the cents
 * @param locked SQL of the locked part of them
 */
export function creditColumns(amount: string, locked: string): string {
  const owed = `least(accounts.debt, ${amount})`
  const free = `(accounts.balance + ${amount} - accounts.locked - ${locked})`
  const owedLocked = `greatest(0, ${owed} - ${free})`
  return `${owed} as owed, ${owedLocked} as owed_locked, accounts.debt - ${owed} as debt_after,
    accounts.balance + ${amount} - ${owed} as balance_after, accounts.locked + ${locked} - ${owedLocked} as locked_after`
}

/**
 * Returns the assignments of an update of `accounts` that credits it and pays its debt, joined by the account's id alone.
 *
 * @param credit the table with the columns of the credit
 */
export function creditAccountOf(credit: string): string {
  return `balance = ${credit}.balance_after, locked = ${credit}.locked_after, debt = ${credit}.debt_after`
}

/** Begins a statement that stores transfers; a select with these columns follows. */
export const INTO_TRANSFERS = `insert into transfers (id, kind, debit_id, credit_id, amount, reference, locked, unlocked)`
