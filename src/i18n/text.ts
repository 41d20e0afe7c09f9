// Texts on the server, for rendered pages and for messages of the API.
import type { i18n, TFunction } from 'i18next'
import defaults from '../../data/brand.json' with { type: 'json' }
import { LANGUAGES, type Language, perLanguage } from '../game/base/language.ts'
import { createI18n, type TextVariables } from './i18n-instance.ts'
import { defaultLanguage } from './language.ts'
import { type Namespace, RESOURCES } from './resources.ts'

/** What the shop calls itself. */
export interface BrandWords {
  readonly name: string
  readonly tagline: Readonly<Record<Language, string>>
  /** What players choose from; all where it is left out. */
  readonly languages?: readonly Language[]
}

const variables = perLanguage((): TextVariables => ({ brand: '', tagline: '' }))

let brand = defaults.name
let offered: readonly Language[] = LANGUAGES
setBrandWords({ name: defaults.name, tagline: defaults.tagline })

const instances = new Map<Language, i18n>(
  LANGUAGES.map((language) => [language, createI18n(language, { ...RESOURCES[language] }, variables[language])]),
)

/** Lets all texts name a shop from now on. They are those of this process, and each bundle of it has its own (src/middleware.ts). */
export function setBrandWords({ name, tagline, languages = LANGUAGES }: BrandWords): void {
  brand = name
  offered = languages
  for (const language of LANGUAGES) Object.assign(variables[language], { brand: name, tagline: tagline[language] })
}

/** Lets messages have a shop's own words from now on, by their keys, in place of the site's. */
export function setReplyWords(words: Readonly<Record<Language, Readonly<Record<string, string>>>>): void {
  for (const language of LANGUAGES) {
    const instance = i18nFor(language)
    instance.addResourceBundle(language, 'replies', RESOURCES[language].replies, false, true)
    for (const [key, text] of Object.entries(words[language])) instance.addResource(language, 'replies', key, text)
  }
}

/** Returns what the shop calls itself. */
export function brandName(): string {
  return brand
}

/** Returns the languages that the shop offers to players. */
export function offeredLanguages(): readonly Language[] {
  return offered
}

/** Returns the language for somebody who had one that the shop may offer no more. */
export function offeredLanguage(language: string): Language {
  return offered.find((one) => one === language) ?? defaultLanguage(offered)
}

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
