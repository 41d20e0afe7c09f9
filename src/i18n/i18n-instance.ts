import { createInstance, type i18n, type Resource } from 'i18next'
import type { Language } from '../game/base/language.ts'

/** What texts may name anywhere: `{{brand}}` and, in those of the server, `{{tagline}}`. */
export interface TextVariables {
  brand: string
  tagline: string
}

/**
 * Creates an i18next instance for one language, which loads nothing.
 *
 * @param texts by namespace: in the browser those of a page's islands, on the server all
 * @param variables are read with each text, so that they can change; without them no text names the shop
 */
export function createI18n(
  language: Language,
  texts: Resource[string],
  variables: TextVariables = { brand: '', tagline: '' },
): i18n {
  const instance = createInstance()
  void instance.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    resources: { [language]: texts },
    interpolation: { escapeValue: false, defaultVariables: variables },
    initAsync: false,
  })
  return instance
}
