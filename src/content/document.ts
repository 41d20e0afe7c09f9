// A page as its Markdown file has it: front matter, an introduction, sections (##) and entries in them (###), each with an id of
// its own, so that a link to it is the same in every language and outlives a change of its words.
import type { Language } from '../game/language.ts'
import { type FrontMatter, readFrontMatter, type TextFault } from './front-matter.ts'

export interface Heading {
  readonly level: 2 | 3
  readonly id: string
  readonly title: string
  readonly line: number
}

export interface Entry extends Heading {
  /** The Markdown below the heading, up to the next one. */
  readonly body: string
}

export interface Section extends Entry {
  readonly entries: readonly Entry[]
}

export interface Document {
  readonly front: FrontMatter
  readonly introduction: string
  readonly sections: readonly Section[]
}

export interface ReadDocument {
  /** Undefined where there are faults. */
  readonly document: Document | undefined
  readonly headings: readonly Heading[]
  readonly links: readonly { readonly href: string; readonly line: number }[]
  /** Undefined where the front matter is broken. */
  readonly front: FrontMatter | undefined
  readonly faults: readonly TextFault[]
}

/** What the operator's file says, by name, in one language. */
export type Details = Readonly<Record<string, string>>

const HEADING = /^(#{1,6})\s+(.*?)\s*(?:\{#([^}]*)\})?\s*$/
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const UNDERLINE = /^(?:=+|-+)\s*$/
const FENCE = /^\s*(?:```|~~~)/
const DETAIL = /\{\{\s*([\w-]+)\s*\}\}/g
const LINK = /\]\(\s*<?([^)\s>]*)>?(?:\s+"[^"]*")?\s*\)/g
const DEFINITION = /^\[[^\]]+\]:\s*(\S+)/
const CODE = /`[^`]*`/g
const TAG = /<\/?[a-z][a-z0-9-]*(?:\s[^>]*)?\/?>|<!--/i

/** Puts the operator's details in place of `{{name}}`; a name that the file does not have is a fault. */
function fillIn(lines: readonly string[], details: Details, faults: TextFault[]): string[] {
  return lines.map((text, index) =>
    text.replaceAll(DETAIL, (whole, name: string) => {
      const value = details[name]
      if (value === undefined) {
        const known = Object.keys(details).join(', ')
        faults.push({ line: index + 1, fault: `${whole} is not in operator.json, which has: ${known}` })
      }
      return value ?? whole
    }),
  )
}

function readHeading(text: string, line: number, before: readonly Heading[], faults: TextFault[]): Heading | undefined {
  const [, marks = '', title = '', id] = HEADING.exec(text) ?? []
  if (marks === '') return undefined
  const say = (fault: string): undefined => void faults.push({ line, fault })
  if (marks.length !== 2 && marks.length !== 3)
    return say('only ## and ### are headings here; the title is in the front matter')
  if (id === undefined) return say(`heading "${title}" has no id: end the line with {#short-name}`)
  if (!ID.test(id)) return say(`id "${id}" may have small letters a-z, digits and single hyphens only`)
  const same = before.find((other) => other.id === id)
  if (same !== undefined) return say(`id "${id}" is taken by line ${same.line}`)
  if (marks.length === 3 && before.length === 0) return say('a ### heading needs a ## heading above it')
  if (title === '') return say(`heading {#${id}} has no words`)
  return { level: marks.length, id, title, line }
}

interface Part {
  readonly heading: Heading | undefined
  readonly lines: string[]
}

interface Scan {
  readonly parts: Part[]
  readonly links: { href: string; line: number }[]
}

function scan(lines: readonly string[], start: number, faults: TextFault[]): Scan {
  const parts: Part[] = [{ heading: undefined, lines: [] }]
  const links: { href: string; line: number }[] = []
  const headings: Heading[] = []
  let fenced = false
  for (const [index, text] of lines.entries()) {
    if (index < start) continue
    const line = index + 1
    if (FENCE.test(text)) fenced = !fenced
    const heading = fenced ? undefined : readHeading(text, line, headings, faults)
    if (heading !== undefined) {
      headings.push(heading)
      parts.push({ heading, lines: [] })
      continue
    }
    parts.at(-1)?.lines.push(text)
    if (fenced) continue
    const words = text.replaceAll(CODE, '')
    if (UNDERLINE.test(text) && (lines[index - 1] ?? '').trim() !== '' && index > start) {
      faults.push({ line, fault: 'a line of dashes makes the line above a heading; write ## before a heading instead' })
    }
    if (TAG.test(words)) faults.push({ line, fault: `HTML is not for these texts: ${TAG.exec(words)?.[0]}` })
    for (const [, href = ''] of words.matchAll(LINK)) links.push({ href, line })
    const [, target] = DEFINITION.exec(words) ?? []
    if (target !== undefined) links.push({ href: target, line })
  }
  return { parts, links }
}

const bodyOf = ({ lines }: Part): string => lines.join('\n').trim()

/** Entries under the sections that they follow; the scan has refused entries without one. */
function nest(parts: readonly Part[]): Section[] {
  const sections: (Entry & { entries: Entry[] })[] = []
  for (const part of parts) {
    if (part.heading === undefined) continue
    const entry = { ...part.heading, body: bodyOf(part) }
    if (entry.level === 2) sections.push({ ...entry, entries: [] })
    else sections.at(-1)?.entries.push(entry)
  }
  return sections
}

/**
 * Reads one Markdown file, and all that is wrong with it alone.
 *
 * @param text the whole file
 * @param details the operator's details in this language
 */
export function readDocument(text: string, language: Language, details: Details): ReadDocument {
  const faults: TextFault[] = []
  const lines = fillIn(text.replace(/^\uFEFF/, '').split(/\r?\n/), details, faults)
  const { front, faults: frontFaults, bodyStart } = readFrontMatter(lines, language)
  faults.push(...frontFaults)
  const { parts, links } = scan(lines, bodyStart, faults)
  const headings = parts.flatMap(({ heading }) => heading ?? [])
  for (const { heading, lines: below } of parts) {
    if (heading === undefined || below.some((line) => line.trim() !== '')) continue
    const next = headings[headings.indexOf(heading) + 1]
    if (heading.level === 3 || next?.level !== 3) {
      faults.push({ line: heading.line, fault: `nothing stands below the heading "${heading.title}"` })
    }
  }
  if (headings.length === 0) faults.push({ line: bodyStart + 1, fault: 'a page needs at least one ## heading' })
  const [first] = parts
  const sound = front !== undefined && faults.length === 0 && first !== undefined
  return {
    document: sound ? { front, introduction: bodyOf(first), sections: nest(parts) } : undefined,
    headings,
    links,
    front,
    faults: faults.sort((one, other) => one.line - other.line),
  }
}
