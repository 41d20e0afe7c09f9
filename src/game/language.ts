// The languages that names are kept in. `uk` is shown as UA; the `lang` cookie holds the upper-case code.

export const LANGUAGES = ['en', 'ru', 'uk'] as const

export type Language = (typeof LANGUAGES)[number]

/** A text in each language. */
export type Localized = Readonly<Record<Language, string>>
