// Non-breaking spaces in the static pages, put there when they are built.
import { basename } from 'node:path'
import type { MdastPluginDefinition, PluginFactoryContext } from 'satteri'
import { parseLanguage } from '../../src/i18n/language.ts'
import { withNonBreaking } from '../../src/i18n/typography.ts'

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
