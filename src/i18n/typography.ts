// Non-breaking spaces: what belongs together stays in one line. Editors type plain spaces in texts and pages.
import type { Language } from '../game/base/language.ts'

const NBSP = '\u00a0'

/** Units that follow a number, longest first where one begins another. */
const UNITS: Readonly<Record<Language, string>> = {
  en: 'ms|min|h|s|KB|MB|GB|px|%',
  ru: 'мс|мин|сек|ч|с|КБ|МБ|ГБ|руб|шт|дн|%|₽|\\$',
  uk: 'мс|хв|сек|год|с|КБ|МБ|ГБ|грн|шт|дн|%|₴|\\$',
}

/** A word of one letter, at the start, after a space or after an opening bracket or quotation mark; English lets it end a line. */
const ONE_LETTER = /(?<=^|[\s(«„“])(\p{L})[ \n](?=\S|$)/gu

/** A space between the thousands of a number. */
const THOUSANDS = /(?<=\d) (?=\d{3}(?!\d))/g

/** A space before a dash, which may not begin a line. */
const BEFORE_DASH = / (?=—)/g

/** A space between a number, typed or a placeholder, and its unit. */
const BEFORE_UNIT: Readonly<Record<Language, RegExp>> = {
  en: beforeUnit(UNITS.en),
  ru: beforeUnit(UNITS.ru),
  uk: beforeUnit(UNITS.uk),
}

function beforeUnit(units: string): RegExp {
  return new RegExp(`(?<=\\d|\\}\\}) (?=(?:${units})(?![\\p{L}\\d]))`, 'gu')
}

/**
 * Puts non-breaking spaces between the thousands of a number, before units and before dashes, and in Russian and Ukrainian after words
 * of one letter.
 *
 * @param text a text in that language; placeholders `{{name}}` stay as they are
 */
export function withNonBreaking(text: string, language: Language): string {
  const words = language === 'en' ? text : text.replace(ONE_LETTER, `$1${NBSP}`)
  return words.replace(THOUSANDS, NBSP).replace(BEFORE_UNIT[language], NBSP).replace(BEFORE_DASH, NBSP)
}

/** Returns a copy of a tree of texts, each as `withNonBreaking` returns it. */
export function nonBreakingTexts<Texts>(texts: Texts, language: Language): Texts {
  if (typeof texts === 'string') return withNonBreaking(texts, language) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(
    Object.entries(texts).map(([key, inner]) => [key, nonBreakingTexts<unknown>(inner, language)]),
  ) as Texts
}
