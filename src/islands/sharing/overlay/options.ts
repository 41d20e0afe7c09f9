// The options of an overlay, in its address: `?lang=ru&drops=5&size=1.5&sums=off`.
import { LANGUAGES, type Language } from '../../../game/base/language.ts'

export interface OverlayOptions {
  readonly language: Language
  /** How many drops are shown, 0 to 10. */
  readonly drops: number
  /** The scale of everything, 0.5 to 4. */
  readonly size: number
  readonly hasSums: boolean
}

const DROPS = { usual: 5, most: 10 } as const
const SIZE = { least: 0.5, usual: 1, most: 4 } as const

/** Returns a number within its limits; the usual one for any other text. */
function within(text: string | null, least: number, usual: number, most: number): number {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : usual
}

/**
 * Reads the options. What cannot be read has its usual value: a streamer sees the page only in the middle of a scene.
 *
 * @param search the query of the address
 * @param language that of the page
 */
export function readOptions(search: string, language: Language): OverlayOptions {
  const query = new URLSearchParams(search)
  return {
    language: LANGUAGES.find((one) => one === query.get('lang')) ?? language,
    drops: Math.round(within(query.get('drops'), 0, DROPS.usual, DROPS.most)),
    size: within(query.get('size'), SIZE.least, SIZE.usual, SIZE.most),
    hasSums: query.get('sums') !== 'off',
  }
}
