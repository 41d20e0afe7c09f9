// The languages of names. `uk` is displayed as UA; the `lang` cookie has the upper-case code.

export const LANGUAGES = ['en', 'ru', 'uk'] as const

export type Language = (typeof LANGUAGES)[number]

/** A text in each language. */
export type Localized = Readonly<Record<Language, string>>

/** A text as records hold it: in English, and in the other languages where it is translated. */
export type Translated = Readonly<{ en: string } & { [L in Exclude<Language, 'en'>]?: string | undefined }>

/** Returns a text in each language; in English where it is not translated. */
export function inEachLanguage(text: Translated): Localized {
  return perLanguage((language) => text[language] ?? text.en)
}

/** Makes one value for each language. */
export function perLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, Value>
}
