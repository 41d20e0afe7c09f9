// Chooses a visitor's language: the `lang` cookie, else Accept-Language, else the shop's default.
import { LANGUAGES, type Language } from '../game/base/language.ts'

export const LANGUAGE_COOKIE = 'lang'

/** Codes in the language dropdown. */
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = { uk: 'UA', en: 'EN', ru: 'RU' }

/** Names of the languages in themselves, for screen readers and the side menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { uk: 'Українська', en: 'English', ru: 'Русский' }

/** Languages in the order of the dropdown. */
export const LANGUAGE_MENU: readonly Language[] = ['uk', 'en', 'ru']

/** Returns the value of the `lang` cookie for a language: EN, RU or UK. */
export function languageCookieValue(language: Language): string {
  return language.toUpperCase()
}

/** Parses a language from a cookie, a path or a header tag, in upper or lower case; undefined for anything else. */
export function parseLanguage(text: string | undefined): Language | undefined {
  const lower = text?.toLowerCase()
  return LANGUAGES.find((language) => language === lower)
}

/** Returns the language of a shop for everyone whose own it does not offer: English, else the first. */
export function defaultLanguage(offered: readonly Language[]): Language {
  return offered.find((language) => language === 'en') ?? offered[0] ?? 'en'
}

/**
 * Chooses the language of a response.
 *
 * @param cookie value of the `lang` cookie, if any
 * @param acceptLanguage the Accept-Language header, if any, e.g. `uk-UA,uk;q=0.9,en;q=0.8`
 * @param offered what to choose from
 */
export function negotiateLanguage(
  cookie: string | undefined,
  acceptLanguage: string | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language {
  const offeredOf = (tag: string | undefined): Language | undefined => {
    const language = parseLanguage(tag)
    return language !== undefined && offered.includes(language) ? language : undefined
  }
  const chosen = offeredOf(cookie)
  if (chosen !== undefined) return chosen
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
      const weight = quality === undefined ? 1 : Number(quality.slice(2))
      return { language: offeredOf(tag.split('-')[0]), weight: Number.isFinite(weight) ? weight : 0, index }
    })
    .filter((wish) => wish.language !== undefined && wish.weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index)
  return wishes[0]?.language ?? defaultLanguage(offered)
}
