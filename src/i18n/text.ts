// Texts on the server, for rendered pages and for messages of the API.
import type { i18n, TFunction } from 'i18next'
import { LANGUAGES, type Language } from '../game/base/language.ts'
import { createI18n } from './i18n-instance.ts'
import { type Namespace, RESOURCES } from './resources.ts'

const instances = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, createI18n(language, { ...RESOURCES[language] })]),
)

/** Returns the i18next instance of a language, with all namespaces. */
export function i18nFor(language: Language): i18n {
  const instance = instances.get(language)
  if (instance === undefined) throw new Error(`No texts for ${language}`)
  return instance
}

/** Returns the translate function of a language and a namespace. */
export function textFor<const N extends Namespace>(language: Language, namespace: N): TFunction<N> {
  return i18nFor(language).getFixedT(language, namespace)
}
