// Words for calls that failed.
import type { TFunction } from 'i18next'
import { formatMoney } from '../../i18n/format.ts'
import type { RoomTexts } from '../../i18n/office/load.ts'
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

/** A code of an act: its words are loaded after the frame. */
type ActCode = keyof RoomTexts['officeFaults']

const isOneOf = <Code extends string>(codes: readonly Code[], code: string): code is Code =>
  (codes as readonly string[]).includes(code)

/** Returns what a person reads of an error; null for one that they caused by closing a dialog. */
export function faultText(error: unknown, t: TFunction<['office', 'officeFaults']>): string | null {
  if (!(error instanceof OfficeError)) return t('faults.fault')
  if (error.code === 'cancelled') return null
  if (error.why !== undefined) return t(`why.${error.why}`)
  if (isOneOf(EARLY_CODES, error.code)) return t(`faults.${error.code}`)
  const plain = error.message === '' ? t('faults.fault') : error.message
  // The server's message is shown until the words of the language are there, and for a code that has none.
  const values = { defaultValue: plain, most: formatMoney(error.most ?? 0), message: plain }
  return t(`officeFaults:${error.code as ActCode}`, values)
}
