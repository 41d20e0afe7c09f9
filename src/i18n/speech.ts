// Makes an i18next engine that speaks one language from texts that are already there: nothing is ever loaded late.
import { createInstance, type i18n, type Resource } from 'i18next'
import type { Language } from '../game/language.ts'

/**
 * An engine for one language.
 *
 * @param texts texts by namespace; the ones of a page's islands in the browser, all of them on the server
 */
export function createSpeech(language: Language, texts: Resource[string]): i18n {
  const engine = createInstance()
  void engine.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    resources: { [language]: texts },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return engine
}
