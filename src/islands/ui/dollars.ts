import { formatMoney } from '../../i18n/format.ts'

/** Formats whole dollars without cents: $5. */
export function dollars(amountCents: number): string {
  return formatMoney(amountCents).replace(/\.00$/, '')
}
