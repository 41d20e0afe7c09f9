// Money as whole US cents. The brand prevents other numbers from being used as money.

declare const unit: unique symbol

/** An amount of money in whole US cents. */
export type Cents = number & { readonly [unit]: 'cents' }

/**
 * Converts a number to an amount of money.
 *
 * @param amount whole US cents, negative for a debit
 * @throws RangeError when it is not a safe integer
 */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`)
  return amount as Cents
}

/** Returns the sum of amounts in cents; 0 for none. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

/** Multiplies an amount in cents by a count. */
export function timesCents(amount: Cents, count: number): Cents {
  return cents(amount * count)
}
