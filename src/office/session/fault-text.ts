// Words for calls that failed.
import type { TFunction } from 'i18next'
import { formatMoney } from '../../i18n/format.ts'
import { OfficeError } from './api.ts'

/** Codes with words of their own that are met before any room; the server's message is shown for all others. */
const EARLY_CODES = [
  'unreachable',
  'passkey-cancelled',
  'passkey-known',
  'passkey-address',
  'passkey-failed',
  'sign-in-failed',
  'invitation-over',
  'too-many',
  'away',
] as const

/** Codes of acts: their words are loaded after the frame. */
const ACT_CODES = [
  'balance-short',
  'unknown',
  'changed',
  'owner-last',
  'passkey-last',
  'passkeys-most',
  'key-used',
  'preview-busy',
  'erasure-open',
  'erasure-none',
  'refund-unknown',
  'refund-other-state',
  'refund-no-provider',
  'refund-no-payment',
  'provider-failed',
  'kept-none',
  'kept-ended',
  'kept-by-person',
  'kept-disputed',
  'kept-credited',
  'kept-partial',
  'kept-forbidden',
  'dispute-none',
  'dispute-closed',
  'order-answered',
  'order-free',
  'edition-same',
  'edition-overtaken',
  'edition-faults',
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
  'picture-broken',
  'picture-busy',
  'picture-gone',
  'picture-kind',
  'picture-large',
  'picture-moving',
  'picture-pixels',
  'pictures-day',
  'pictures-many',
  'not-excluded',
  'channels-most',
  'telegram-away',
  'push-service',
] as const

const isOneOf = <Code extends string>(codes: readonly Code[], code: string): code is Code =>
  (codes as readonly string[]).includes(code)

/** Returns what a person reads of an error; null for one that they caused by closing a dialog. */
export function faultText(error: unknown, t: TFunction<['office', 'officeFaults']>): string | null {
  if (!(error instanceof OfficeError)) return t('faults.fault')
  if (error.code === 'cancelled') return null
  if (error.why !== undefined) return t(`why.${error.why}`)
  if (isOneOf(EARLY_CODES, error.code)) return t(`faults.${error.code}`)
  const plain = error.message === '' ? t('faults.fault') : error.message
  // The server's message is shown until the words of the language are there.
  const values = { defaultValue: plain, most: formatMoney(error.most ?? 0), message: plain }
  return isOneOf(ACT_CODES, error.code) ? t(`officeFaults:${error.code}`, values) : plain
}
