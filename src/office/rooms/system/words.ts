// Words for events and spans. An event of a newer version, which has none, is shown by its name.
import type { TFunction } from 'i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount, formatSeconds } from '../../../i18n/format.ts'

export const SECURITY_EVENTS = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'passkey-added',
  'passkey-removed',
  'forged-call',
  'not-allowed',
  'limit',
  'notice-refused',
  'cut',
  'trade-link',
  'data-download',
  'erasure',
] as const

type Words = TFunction<'officeSystem'>

function listed<const Name extends string>(names: readonly Name[], text: string): Name | undefined {
  return names.find((name) => name === text)
}

/** Returns what happened, in words. */
export function eventTitle(name: string, t: Words): string {
  const event = listed(SECURITY_EVENTS, name)
  return event === undefined ? name : t(`event.${event}`)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns a span in the largest unit that it has: 40 ms, 4.2 s, 12 min, 3 h, 5 d. */
export function spanText(spanMs: number, t: Words, language: Language): string {
  const whole = (ms: number): string => formatCount(Math.floor(spanMs / ms), language)
  if (spanMs < 1_000) return t('span.ms', { span: formatCount(Math.round(spanMs), language) })
  if (spanMs < MINUTE_MS) {
    const span = spanMs % 1_000 === 0 ? whole(1_000) : formatSeconds(spanMs, language)
    return t('span.s', { span })
  }
  if (spanMs < HOUR_MS) return t('span.min', { span: whole(MINUTE_MS) })
  if (spanMs < 2 * DAY_MS) return t('span.h', { span: whole(HOUR_MS) })
  return t('span.d', { span: whole(DAY_MS) })
}

const MEGABYTE = 1_000_000

/** Returns a size in megabytes. */
export function sizeText(bytes: number, t: Words, language: Language): string {
  const tenths = Math.max(1, Math.round((bytes / MEGABYTE) * 10)) / 10
  return t('megabytes', { size: formatCount(tenths, language) })
}
