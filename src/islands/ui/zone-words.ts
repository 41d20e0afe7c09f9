// An hour of the site's time zone in words, and the same moment on the reader's own clock.
import type { Language } from '../../game/language.ts'

export interface ZoneWords {
  /** 02:00, as the clocks of the zone show it. */
  readonly hour: string
  /** The zone's name in the language, e.g. Eastern European Standard Time. */
  readonly zone: string
  /** The moment on the reader's clock; null where it shows the same. */
  readonly own: string | null
}

function clockAt(atMs: number, language: Language, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    atMs,
  )
}

/**
 * Says when a moment is.
 *
 * @param ownZone of the reader; the one of this device when it is left out
 */
export function zoneWords(atMs: number, timeZone: string, language: Language, ownZone?: string): ZoneWords {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts(atMs)
  const hour = clockAt(atMs, language, timeZone)
  const own = clockAt(atMs, language, ownZone)
  return {
    hour,
    zone: parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    own: own === hour ? null : own,
  }
}
