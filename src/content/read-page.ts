// Reads a page's Markdown with its lines: front matter, headings, links, and all that is wrong with it alone.
import { type MdastNode, markdownToMdast } from 'satteri'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Language } from '../game/base/language.ts'
import { digestOf } from './digest.ts'
import { type FrontMatter, frontMatterOf } from './front-matter.ts'
import { FEATURES } from './markdown.ts'
import { DETAIL } from './operator.ts'
import { readImages, type ShownPicture } from './read-images.ts'
import type { TextFault } from './shop-files.ts'

export interface Heading {
  readonly level: number
  readonly id: string
  readonly title: string
  readonly line: number
  /** The Markdown below the heading, up to the next one. */
  readonly body: string
}

export interface ReadFrontMatter extends FrontMatter {
  /** Line that names the day. */
  readonly updatedLine: number
}

export interface ReadPage {
  /** Of the file without its day, for stamps. */
  readonly digest: string
  /** Undefined where the front matter has faults. */
  readonly front: ReadFrontMatter | undefined
  /** Headings without faults. */
  readonly headings: readonly Heading[]
  readonly links: readonly { readonly href: string; readonly line: number }[]
  readonly pictures: readonly ShownPicture[]
  /** Set where a block of code without an end has taken what follows it: headings are lacking that the file has. */
  readonly isCut: boolean
  /** In the order of lines. */
  readonly faults: readonly TextFault[]
}

/** What texts name as `{{name}}`, in one language: the operator's details, and numbers of the rules. */
export type Details = Readonly<Record<string, string>>

/** Returns what is wrong with the words of a text. */
export type WordsFaults = (text: string, language: Language) => readonly string[]

type Report = (line: number, fault: string, detail?: string) => void

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function* nodesOf(node: MdastNode): Generator<MdastNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesOf(child)
}

const lineOf = (node: MdastNode): number => node.position?.start.line ?? 1

const textOf = (node: MdastNode): string =>
  [...nodesOf(node)].map((inner) => (inner.type === 'text' ? inner.value : '')).join('')

/** Returns the text of a node for readers; in front matter quotation marks may enclose a value. */
function wordsOf(node: MdastNode): string {
  if (node.type === 'yaml') return node.value.replaceAll(/^(\w+: )(["'])(.*)\2$/gm, '$1$3')
  if (node.type === 'image') return node.alt ?? ''
  return node.type === 'text' ? node.value : ''
}

/** Puts the operator's details in place of `{{name}}`, line by line. */
function fillDetails(text: string, details: Details, report: Report): string {
  const known = Object.keys(details).join(', ')
  const fill = (line: string, index: number): string =>
    line.replaceAll(DETAIL, (whole, name: string) => {
      if (details[name] === undefined)
        report(index + 1, `${whole} is neither in operator.json nor a number of the rules. Known: ${known}`, name)
      return details[name] ?? whole
    })
  return text.split('\n').map(fill).join('\n')
}

/** What the codes of YAML's errors mean for an editor. */
const YAML_ADVICE: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a value with a colon and a space in it needs double quotes, as title: "Cases: how they work"',
  MULTILINE_IMPLICIT_KEY: 'each line is a name, a colon, a space and a value, as title: Questions',
  MISSING_CHAR: 'a quotation mark has no pair, or a line lacks the colon after its name',
  DUPLICATE_KEY: 'the name is there twice',
  TAB_AS_INDENT: 'a line begins with a tab; remove it',
  BAD_INDENT: 'a line begins with spaces; remove them',
  BAD_SCALAR_START: 'a value that begins with a sign needs double quotes',
  UNEXPECTED_TOKEN: 'a value with quotation marks in it needs double quotes around it',
}

/** Reads the YAML between the two lines of dashes; its first line is the second of the file. */
function readFrontMatter(yaml: string, language: Language, report: Report): ReadFrontMatter | undefined {
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false })
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + 1
  for (const { pos, code, message } of document.errors) {
    report(lineAt(pos[0]), `front matter is no YAML: ${YAML_ADVICE[code] ?? message}`)
  }
  if (document.errors.length > 0) return undefined
  const lineOfKey = (key: PropertyKey | undefined): number => {
    const value = document.get(key, true)
    return isNode(value) && value.range ? lineAt(value.range[0]) : 1
  }
  const { data, error } = frontMatterOf(language).safeParse(document.toJS() ?? {})
  for (const issue of error?.issues ?? []) {
    const [key] = issue.path
    if (issue.code === 'unrecognized_keys') for (const unknown of issue.keys) report(lineOfKey(unknown), issue.message)
    else if (key === undefined) report(2, `front matter: ${issue.message}`)
    else if (document.has(key)) report(lineOfKey(key), `"${String(key)}" ${issue.message}`)
    else report(1, `front matter lacks "${String(key)}"`)
  }
  return data && { ...data, updatedLine: lineOfKey(document.has('updated') ? 'updated' : 'translates') }
}

function headingFault(heading: Heading, before: readonly Heading[]): string | undefined {
  const { level, id, title } = heading
  if (level !== 2 && level !== 3) return 'only ## and ### are headings here; the title is in the front matter'
  if (id === '') return `heading "${title}" has no id: end the line with {#short-name}`
  if (!ID.test(id)) return `id "${id}" may have small letters a-z, digits and single hyphens only`
  const same = before.find((other) => other.id === id)
  if (same !== undefined) return `id "${id}" is taken by line ${same.line}`
  if (level === 3 && before.length === 0) return 'a ### heading needs a ## heading above it'
  if (title === '') return `heading {#${id}} has no words`
  return undefined
}

/** Returns the headings without faults, and reports the others. */
function readHeadings(nodes: readonly MdastNode[], text: string, report: Report): Heading[] {
  const headings: Heading[] = []
  const all = nodes.filter((node) => node.type === 'heading')
  for (const [index, node] of all.entries()) {
    const line = lineOf(node)
    const { end = { line, offset: 0 } } = node.position ?? {}
    if (end.line > line) {
      report(end.line, 'a line of dashes makes the line above a heading; write ## before a heading instead')
      continue
    }
    const { hProperties } = (node.data ?? {}) as { hProperties?: { id?: string } }
    const body = text.slice(end.offset, all[index + 1]?.position?.start.offset).trim()
    const heading = { level: node.depth, id: hProperties?.id ?? '', title: textOf(node).trim(), line, body }
    const fault = headingFault(heading, headings)
    if (fault === undefined) headings.push(heading)
    else report(line, fault)
  }
  for (const [index, { level, title, line, body }] of headings.entries()) {
    const hasEntries = level === 2 && headings[index + 1]?.level === 3
    if (body === '' && !hasEntries) report(line, `nothing stands below the heading "${title}"`)
  }
  return headings
}

/** Reports raw HTML, of each element its beginning alone. */
function reportHtml(nodes: readonly MdastNode[], report: Report): void {
  let isFirst = true
  for (const node of nodes) {
    if (node.type !== 'html' || (node.value.startsWith('</') && !isFirst)) continue
    isFirst = false
    report(lineOf(node), `HTML is not for these texts: ${node.value.split('\n', 1)}`)
  }
}

/** Reports a block of code without an end. Returns whether there is one. */
function reportOpenCode(nodes: readonly MdastNode[], text: string, report: Report): boolean {
  const lines = text.split('\n')
  const opened = nodes.flatMap((node) => {
    const [, fence] = (node.type === 'code' && /^[\s>]*(`{3,}|~{3,})/.exec(lines[lineOf(node) - 1] ?? '')) || []
    if (fence === undefined) return []
    const end = node.position?.end.line ?? 0
    const isEnded = end > lineOf(node) && lines[end - 1]?.trim().startsWith(fence)
    return isEnded ? [] : [{ line: lineOf(node), fence }]
  })
  for (const { line, fence } of opened) {
    const fault = `a block of code begins here and has no end: write ${fence} in a line of its own below it, or remove this line`
    report(line, fault)
  }
  return opened.length > 0
}

/** Reports what is wrong with words, bold words without an end, and links without an end. */
function reportWords(
  nodes: readonly MdastNode[],
  report: Report,
  faultsOf: (words: string) => readonly string[],
): void {
  for (const node of nodes) {
    for (const fault of faultsOf(wordsOf(node))) report(lineOf(node), fault)
    if (node.type === 'text' && /\]\(|\] \((?:\/|#|https:|mailto:)/.test(node.value))
      report(lineOf(node), 'a link is not whole: [words](/page), with both brackets and no space between them')
    // A pair makes words bold; what is left as a text has none.
    if (node.type === 'text' && node.value.includes('**'))
      report(lineOf(node), '** has no pair: bold words are **between two**')
  }
}

/**
 * Reads one Markdown file, and all that is wrong with it alone.
 *
 * @param text the whole file
 * @param details what it may name, in this language
 * @param wordsFaults judges its words; without it they are the author's own
 */
export function readPage(text: string, language: Language, details: Details, wordsFaults?: WordsFaults): ReadPage {
  const faults: TextFault[] = []
  const report: Report = (line, fault, detail) =>
    void faults.push({ line, fault, ...(detail === undefined ? {} : { detail }) })
  const filled = fillDetails(text, details, report)
  const nodes = [...nodesOf(markdownToMdast(filled, { features: FEATURES }))]
  const yaml = nodes.find((node) => node.type === 'yaml')
  if (yaml === undefined) {
    const hasStart = /^\uFEFF?---\s/.test(text)
    const missing = 'front matter is missing: the first line has to be ---'
    report(1, hasStart ? 'front matter has no end: a second line of --- is missing' : missing)
  }
  const headings = readHeadings(nodes, filled, report)
  if (headings.length === 0) report((yaml?.position?.end.line ?? 0) + 1, 'a page needs at least one ## heading')
  const links = nodes.flatMap((node) =>
    'url' in node && node.type !== 'image' ? [{ href: node.url, line: lineOf(node) }] : [],
  )
  const pictures = readImages(nodes, language, report)
  reportWords(nodes, report, (words) => wordsFaults?.(words, language) ?? [])
  reportHtml(nodes, report)
  const isCut = reportOpenCode(nodes, filled, report)
  return {
    digest: digestOf(text),
    front: yaml && readFrontMatter(yaml.value, language, report),
    headings,
    links,
    pictures,
    isCut,
    faults: faults.sort((one, other) => one.line - other.line),
  }
}
