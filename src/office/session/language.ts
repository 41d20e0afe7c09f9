// The language of the office: that of the account, else the one chosen in this browser, else the browser's.
import type { i18n } from 'i18next'
import type { Language } from '../../game/base/language.ts'
import { createI18n } from '../../i18n/i18n-instance.ts'
import { negotiateLanguage, parseLanguage } from '../../i18n/language.ts'
import { loadOfficeTexts } from '../../i18n/office/load.ts'

/** Not a cookie: those of a host are shared with the players' site. */
const CHOICE = 'office-language'

function readChoice(): Language | undefined {
  return parseLanguage(localStorage.getItem(CHOICE) ?? undefined)
}

/** Creates the texts of the page in the language of this browser. */
export async function openTexts(): Promise<i18n> {
  const language = readChoice() ?? negotiateLanguage(undefined, navigator.languages.join(','))
  document.documentElement.lang = language
  return createI18n(language, await loadOfficeTexts(language))
}

/** Changes the language of the page, and remembers it in this browser. */
export async function changeLanguage(texts: i18n, language: Language): Promise<void> {
  localStorage.setItem(CHOICE, language)
  if (texts.language === language) return
  for (const [namespace, resources] of Object.entries(await loadOfficeTexts(language)))
    texts.addResourceBundle(language, namespace, resources)
  await texts.changeLanguage(language)
  document.documentElement.lang = language
}
