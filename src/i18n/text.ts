// The texts on the server: for pages while they render, and for messages that the API sends.
import type { i18n, TFunction } from 'i18next'
import { LANGUAGES, type Language } from '../game/language.ts'
import { type Namespace, RESOURCES } from './resources.ts'
import { createSpeech } from './speech.ts'

const engines = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, createSpeech(language, { ...RESOURCES[language] })]),
)

/** The engine that speaks a language, with every namespace. */
export function speechFor(language: Language): i18n {
  const engine = engines.get(language)
  if (engine === undefined) throw new Error(`No texts for ${language}`)
  return engine
}

/** The translate function of a language for one namespace (or several; the first is the default). */
export function textFor<const N extends Namespace>(language: Language, namespace: N): TFunction<N> {
  return speechFor(language).getFixedT(language, namespace)
}
