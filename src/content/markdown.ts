// Markdown of the static pages: one renderer for the server and for the editors' check.
import { type Features, type MdastPluginDefinition, markdownToHtml } from 'satteri'
import type { Language } from '../game/base/language.ts'
import { withNonBreaking } from '../i18n/typography.ts'

/** Headings name their ids, `## Deposits {#deposits}`, so that links are the same in every language. */
export const FEATURES: Features = { headingAttributes: true }

/** Makes a plugin that puts non-breaking spaces into texts: not into code, nor into addresses. */
function nonBreaking(language: Language): MdastPluginDefinition {
  return {
    name: 'non-breaking',
    text: (node, context) => {
      const spaced = withNonBreaking(node.value, language)
      if (spaced !== node.value) context.setProperty(node, 'value', spaced)
    },
  }
}

/** Renders a Markdown text as HTML; its front matter is left out. */
export async function renderMarkdown(text: string, language: Language): Promise<string> {
  const features: Features = { ...FEATURES, gfm: true, smartPunctuation: true }
  const { html } = await markdownToHtml(text, { features, mdastPlugins: [nonBreaking(language)] })
  return html
}
