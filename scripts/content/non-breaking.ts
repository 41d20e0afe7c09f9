// Non-breaking spaces in the static pages and in the texts that browsers load late, put there when they are built. The other texts get
// theirs in src/i18n/resources.ts.
import { basename } from 'node:path'
import type { MdastPluginDefinition, PluginFactoryContext } from 'satteri'
import type { Plugin } from 'vite'
import { parseLanguage } from '../../src/i18n/language.ts'
import { nonBreakingTexts, withNonBreaking } from '../../src/i18n/typography.ts'

/** Makes a plugin of the Markdown renderer for one file, `uk.md`; other files stay as they are. */
export function nonBreaking({ fileURL }: Pick<PluginFactoryContext, 'fileURL'>): MdastPluginDefinition | null {
  const language = parseLanguage(basename(fileURL?.pathname ?? '', '.md'))
  if (language === undefined) return null
  return {
    name: 'non-breaking',
    text: (node, context) => {
      const spaced = withNonBreaking(node.value, language)
      if (spaced !== node.value) context.setProperty(node, 'value', spaced)
    },
  }
}

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
