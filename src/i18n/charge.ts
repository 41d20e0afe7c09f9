// Formats amounts in the currency of a deposit, as its country writes them: 45 000,50 ₽. Balances use formatMoney.
import type { Currency } from '../game/payments/deposit.ts'

/** Signs after the amount; the dollar sign comes before it. */
const SIGNS = { RUB: '₽', UAH: '₴' } as const

const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g

/**
 * Formats units with the sign of their currency, without a line break between them: dollars with cents, other currencies with
 * decimals only where there are any.
 *
 * @param units units of the currency with two decimals, e.g. '472.50'
 */
export function formatUnits(units: string, currency: Currency): string {
  if (currency === 'USD') return `$${units.replace(THOUSANDS, ',')}`
  const shortest = units.replace('.00', '').replace('.', ',')
  return `${shortest.replace(THOUSANDS, '\u00a0')}\u00a0${SIGNS[currency]}`
}

/**
 * Formats a charge as `formatUnits` does.
 *
 * @param charge minor units of the currency: 45000 for 450 ₽
 */
export function formatCharge(charge: number, currency: Currency): string {
  return formatUnits((charge / 100).toFixed(2), currency)
}
