// Words for calls that failed.
import type { TFunction } from 'i18next'
import { formatMoney } from '../../i18n/format.ts'
import { OfficeError } from './api.ts'

/** Codes with words of their own; the server's message is shown for all others. */
const CODES = [
  'unreachable',
  'passkey-cancelled',
  'passkey-known',
  'passkey-address',
  'passkey-failed',
  'sign-in-failed',
  'invitation-over',
  'too-many',
  'away',
  'unknown',
  'changed',
  'owner-last',
  'passkey-last',
  'passkeys-most',
  'key-used',
  'erasure-open',
  'erasure-none',
  'refund-unknown',
  'refund-other-state',
  'refund-no-provider',
  'refund-no-payment',
  'provider-failed',
  'claimed',
  'colleague',
  'refusal',
  'busy',
  'possible-trade',
  'no-provider',
  'other-state',
  'trade-failed',
  'letter-closed',
  'letter-changed',
  'letter-decided',
] as const

type Code = (typeof CODES)[number]

const isKnown = (code: string): code is Code => (CODES as readonly string[]).includes(code)

/** Returns what a person reads of an error; null for one that they caused by closing a dialog. */
export function faultText(error: unknown, t: TFunction<'office'>): string | null {
  if (!(error instanceof OfficeError)) return t('faults.fault')
  if (error.code === 'cancelled') return null
  if (error.why !== undefined) return t(`why.${error.why}`)
  if (error.code === 'balance-short') return t('faults.balance-short', { most: formatMoney(error.most ?? 0) })
  if (isKnown(error.code)) return t(`faults.${error.code}`)
  return error.message === '' ? t('faults.fault') : error.message
}
