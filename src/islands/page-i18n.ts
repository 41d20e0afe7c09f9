// The texts of a page in its browser: one i18next instance for its islands and for the shell, which needs no React for it.
import type { i18n } from 'i18next'
import type { Language } from '../game/base/language.ts'
import { createI18n } from '../i18n/i18n-instance.ts'

/** The id of the element that holds the texts of a page's islands as JSON, and as `data-brand` what the shop calls itself. */
export const ISLAND_TEXTS_ID = 'island-texts'

let instance: i18n | null = null

/** Returns the i18next instance of this page; `language` is that of the page. */
export function pageI18n(language: Language): i18n {
  if (instance === null) {
    const element = document.getElementById(ISLAND_TEXTS_ID)
    const variables = { brand: element?.dataset.brand ?? '', tagline: '' }
    instance = createI18n(language, JSON.parse(element?.textContent ?? '{}'), variables)
  }
  return instance
}
