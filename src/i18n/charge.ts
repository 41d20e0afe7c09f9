// Amounts in the currency that a deposit is paid in, as its country writes them: 45 000,50 ₽. The balance goes through formatMoney.
import type { Currency } from '../game/deposit.ts'

/** Sign behind the amount; dollars have theirs before it. */
const SIGNS = { RUB: '₽', UAH: '₴' } as const

const THOUSANDS = /\B(?=(\d{3})+(?!\d))/g

/**
 * Puts the sign of a currency to an amount; figures and sign are never split.
 *
 * @param units units of the currency, e.g. '472.50'
 */
export function formatUnits(units: string, currency: Currency): string {
  if (currency === 'USD') return `$${units.replace(THOUSANDS, ',')}`
  return `${units.replace('.', ',').replace(THOUSANDS, '\u00a0')}\u00a0${SIGNS[currency]}`
}

/**
 * What is paid: dollars with their cents, others with decimals only where they have any.
 *
 * @param charge minor units of the currency: 45000 for 450 ₽
 */
export function formatCharge(charge: number, currency: Currency): string {
  const decimals = currency !== 'USD' && charge % 100 === 0 ? 0 : 2
  return formatUnits((charge / 100).toFixed(decimals), currency)
}
