// Non-breaking spaces in the texts that browsers load late, put there when they are built. The other texts get theirs in
// src/i18n/resources.ts and src/content/markdown.ts.
import type { Plugin } from 'vite'
import { parseLanguage } from '../../src/i18n/language.ts'
import { nonBreakingTexts } from '../../src/i18n/typography.ts'

const LOCALE = /\/src\/i18n\/locales\/([a-z]+)\/[\w-]+\.json$/

/** Creates a Vite plugin for the texts of the interface that browsers import. */
export function nonBreakingLocales(): Plugin {
  return {
    name: 'non-breaking-locales',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const language = parseLanguage(LOCALE.exec(id)?.[1])
      return language === undefined ? null : JSON.stringify(nonBreakingTexts(JSON.parse(code), language))
    },
  }
}
