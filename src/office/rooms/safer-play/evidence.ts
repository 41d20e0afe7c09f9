// What a signal rests on, in words.
import type { TFunction } from 'i18next'
import type { SignalKind, SignalNumbers } from '../../../game/office/safer-play.ts'
import { formatMoney } from '../../../i18n/format.ts'

/** Numbers that are sums in cents; all others are counts. */
const SUMS = ['lost', 'deposited', 'first', 'last', 'staked']

/** The number that chooses the form of a noun. */
const COUNTED: Readonly<Record<SignalKind, string>> = {
  chasing: 'rises',
  'many-deposits': 'deposits',
  nights: 'nights',
  'limits-raised': 'times',
  'withdrawals-cancelled': 'times',
}

export function evidence(kind: SignalKind, numbers: SignalNumbers, t: TFunction<'officeSaferPlay'>): string {
  const sums = SUMS.map((name) => [name, formatMoney(numbers[name] ?? 0)])
  const values = { ...numbers, ...Object.fromEntries(sums), days: numbers.windowDays ?? 0 }
  return t(`evidence.${kind}`, { ...values, count: numbers[COUNTED[kind]] ?? 0 })
}
