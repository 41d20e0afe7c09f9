// The text of a page as an editor works on it: its title and day, its sections by their headings, and new ones.
import type { Language } from '../../../game/base/language.ts'

/** The folder of the pages among the files of a shop. */
export const PAGES = 'pages/'

/** Returns the name of a page's file. */
export const fileOf = (page: string, language: Language): string => `${PAGES}${page}/${language}.md`

/** Returns the page of a file's name; undefined for what is none. */
export function pageOf(file: string): string | undefined {
  return /^pages\/([^/]+)\/[a-z]+\.md$/.exec(file)?.[1]
}

const DAY = /^(updated|translates): *(.*)$/m

/** Returns the title of a page; undefined where its text has none. */
export function titleOf(text: string): string | undefined {
  return /^title: *"?(.*?)"? *$/m.exec(text)?.[1]
}

/** Returns the day of the English text that a text is, or translates; undefined where it names none. */
export function dayOf(text: string): string | undefined {
  return DAY.exec(text)?.[2]?.trim()
}

/** Returns a text with another day. */
export function withDay(text: string, day: string): string {
  return text.replace(DAY, (_line, name: string) => `${name}: ${day}`)
}

export interface Heading {
  readonly id: string
  readonly level: number
  readonly title: string
  /** Counts from 1. */
  readonly line: number
}

const HEADING = /^(#{2,3}) +(.*?) *\{#([^}]+)\} *$/

/** Returns the headings of a text. */
export function headingsOf(text: string): Heading[] {
  return text.split('\n').flatMap((line, at) => {
    const [, marks = '', title = '', id] = HEADING.exec(line) ?? []
    return id === undefined ? [] : [{ id, level: marks.length, title, line: at + 1 }]
  })
}

/** Returns the sections of a text by the ids of their headings; the text before the first heading has the id `''`. */
function sectionsOf(text: string): ReadonlyMap<string, string> {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '')
  const sections = new Map<string, string>()
  let id = ''
  for (const line of body.split('\n')) {
    id = HEADING.exec(line)?.[3] ?? id
    sections.set(id, `${sections.get(id) ?? ''}${line}\n`)
  }
  return new Map([...sections].map(([key, words]) => [key, words.trim()]))
}

/** Returns the ids of the sections that two texts have not alike: `''` is what is before the first heading. */
export function changedSections(before: string, after: string): string[] {
  const [old, made] = [sectionsOf(before), sectionsOf(after)]
  return [...new Set([...old.keys(), ...made.keys()])].filter((id) => old.get(id) !== made.get(id))
}

/** Returns the id of a heading that says this, of small letters, digits and hyphens; empty where it has none of them. */
export function idOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .split('-')
    .slice(0, 4)
    .join('-')
}

export interface NewEntry {
  /** The id of the section that it is added to, at its end. */
  readonly section: string
  readonly id: string
  readonly title: string
  readonly words: string
}

/** Returns a text with another entry at the end of a section; the text itself where it has no such section. */
export function withEntry(text: string, { section, id, title, words }: NewEntry): string {
  const lines = text.split('\n')
  const headings = headingsOf(text)
  const at = headings.findIndex((heading) => heading.id === section && heading.level === 2)
  if (at === -1) return text
  const next = headings.slice(at + 1).find(({ level }) => level === 2)
  const before = lines.slice(0, next === undefined ? lines.length : next.line - 1)
  const after = next === undefined ? [] : lines.slice(next.line - 1)
  const entry = `### ${title.trim()} {#${id}}\n\n${words.trim()}\n`
  return `${before.join('\n').trimEnd()}\n\n${entry}${after.length === 0 ? '' : `\n${after.join('\n')}`}`
}

/** Returns a new page in a language, with one section. */
export function newPage(language: Language, title: string, day: string): string {
  const dated = language === 'en' ? 'updated' : 'translates'
  return `---\ntitle: ${title}\ndescription: \n${dated}: ${day}\n---\n\n## ${title} {#start}\n\n`
}

/** Returns the day in the time zone of this browser, as texts name it. */
export function today(now = new Date()): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
