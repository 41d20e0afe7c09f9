// A static page for the components that show it: Astro renders its Markdown, and the HTML is divided at its headings, so that
// sections can become cards or questions.
import { getEntry } from 'astro:content'
import type { Language } from '../game/base/language.ts'
import type { FrontMatter } from './front-matter.ts'
import operator from './operator.json' with { type: 'json' }
import { DETAIL, detailIn } from './operator.ts'
import { plainText } from './plain-text.ts'
import { ruleDetails } from './rule-details.ts'

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
function fillDetails(html: string, language: Language): string {
  const rules = ruleDetails(language)
  return html.replaceAll(DETAIL, (_, name: string) => {
    const value = rules[name] ?? detailIn(Reflect.get(operator, name), language)
    if (value === undefined) throw new Error(`operator.json has no "${name}" in "${language}"`)
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

/** Returns the page of a folder of src/content in a language. */
export async function staticPage(name: string, language: Language): Promise<StaticPage> {
  const entry = await getEntry(language, name)
  if (entry?.rendered === undefined) throw new Error(`src/content/${name}/${language}.md is missing`)
  const { before: introduction, parts } = divide(fillDetails(entry.rendered.html, language), 2)
  const sections = parts.map((section) => {
    const { before, parts: entries } = divide(section.html, 3)
    return { ...section, html: before, entries }
  })
  return { ...entry.data, language, introduction, sections }
}
