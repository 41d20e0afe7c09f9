// A static page for the components that show it: rendered Markdown, divided at its headings, so that sections can become cards or questions.
import type { Language } from '../game/base/language.ts'
import { withNonBreaking } from '../i18n/typography.ts'
import type { FrontMatter } from './front-matter.ts'
import { renderMarkdown } from './markdown.ts'
import { DETAIL } from './operator.ts'
import { type ShopPictures, withPictureSizes } from './pictures.ts'
import { plainText } from './plain-text.ts'
import type { Details } from './read-page.ts'

interface Part {
  readonly id: string
  readonly title: string
  /** What follows the heading, up to the next heading. */
  readonly html: string
}

export interface Section extends Part {
  readonly entries: readonly Part[]
}

export interface StaticPage extends FrontMatter {
  readonly language: Language
  readonly introduction: string
  readonly sections: readonly Section[]
}

/** Puts the operator's details and the numbers of the rules in place of `{{name}}`. */
function fillDetails(html: string, details: Details): string {
  return html.replaceAll(DETAIL, (_, name: string) => {
    const value = details[name]
    if (value === undefined) throw new Error(`A page names {{${name}}}, which its check has let pass`)
    return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  })
}

/** Divides HTML at its headings of one level. */
function divide(html: string, level: 2 | 3): { before: string; parts: Part[] } {
  const [before = ''] = html.split(`<h${level} `)
  const heading = new RegExp(`<h${level} id="([^"]+)"[^>]*>(.*?)</h${level}>(.*?)(?=<h${level} |$)`, 'gs')
  const parts = [...html.matchAll(heading)].map(([, id = '', title = '', below = '']) => ({
    id,
    title: plainText(title),
    html: below.trim(),
  }))
  return { before: before.trim(), parts }
}

/** A page whose text was read without faults. */
export interface PageText {
  readonly language: Language
  /** The whole file. */
  readonly text: string
  readonly front: FrontMatter
}

/** Renders a page. */
export async function renderPage(
  { language, text, front }: PageText,
  details: Details,
  pictures: ShopPictures,
): Promise<StaticPage> {
  const html = fillDetails(withPictureSizes(await renderMarkdown(text, language), pictures), details)
  const { before: introduction, parts } = divide(html, 2)
  const sections = parts.map((section) => {
    const { before, parts: entries } = divide(section.html, 3)
    return { ...section, html: before, entries }
  })
  return {
    title: withNonBreaking(front.title, language),
    description: withNonBreaking(front.description, language),
    updated: front.updated,
    language,
    introduction,
    sections,
  }
}
