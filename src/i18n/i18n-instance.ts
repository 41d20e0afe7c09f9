import { createInstance, type i18n, type Resource } from 'i18next'
import { BRAND_NAME } from '../game/base/brand.ts'
import type { Language } from '../game/base/language.ts'

/**
 * Creates an i18next instance for one language, which loads nothing.
 *
 * @param texts by namespace: in the browser those of a page's islands, on the server all
 */
export function createI18n(language: Language, texts: Resource[string]): i18n {
  const instance = createInstance()
  void instance.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    resources: { [language]: texts },
    interpolation: { escapeValue: false, defaultVariables: { brand: BRAND_NAME } },
    initAsync: false,
  })
  return instance
}
