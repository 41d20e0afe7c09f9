// An hour of the site's time zone as text, and the same moment in the time zone of the reader.
import type { Language } from '../../game/base/language.ts'

export interface ZoneWords {
  /** The hour in the zone, e.g. 02:00. */
  readonly hour: string
  /** The zone's name in the language, e.g. Eastern European Standard Time. */
  readonly zone: string
  /** The moment in the time zone of the reader; null when it is the same. */
  readonly own: string | null
}

function clockAt(atMs: number, language: Language, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    atMs,
  )
}

/**
 * Returns the texts of a moment.
 *
 * @param ownZone of the reader; by default that of this device
 */
export function zoneWords(atMs: number, timeZone: string, language: Language, ownZone?: string): ZoneWords {
  // Its long name is 'Coordinated Universal Time', which nobody says.
  const timeZoneName = timeZone === 'UTC' ? 'short' : 'long'
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(atMs)
  const hour = clockAt(atMs, language, timeZone)
  const own = clockAt(atMs, language, ownZone)
  return {
    hour,
    zone: parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    own: own === hour ? null : own,
  }
}
