// Where a picture stands in a text: behind a paragraph of a section. The other languages have the same place, also where their lines differ.
import { headingsOf } from './page-text.ts'

export interface PicturePlace {
  /** The id of the heading above it; empty before the first. */
  readonly section: string
  /** How many paragraphs, lists or tables of the section stand before it. */
  readonly blocks: number
}

/** Lines that stand together, counted from 1. */
interface Block {
  readonly first: number
  readonly last: number
}

const FENCE = /^\s*(?:`{3,}|~{3,})/

/** Returns the line of the second dashes; 0 where a text has none. */
function endOfFront(lines: readonly string[]): number {
  return lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0
}

/** Returns the blocks between two lines, neither of them included: an empty line divides them, unless it is in code or a list goes on. */
function blocksBetween(lines: readonly string[], above: number, below: number): Block[] {
  const blocks: Block[] = []
  let isCode = false
  for (let line = above + 1; line < below; line++) {
    const text = lines[line - 1] ?? ''
    const isEmpty = text.trim() === ''
    if (isEmpty && !isCode) continue
    const before = blocks.at(-1)
    const joins = before !== undefined && (isCode || before.last === line - 1 || /^\s/.test(text))
    if (joins) blocks[blocks.length - 1] = { ...before, last: line }
    else blocks.push({ first: line, last: line })
    if (FENCE.test(text)) isCode = !isCode
  }
  return blocks
}

/** Returns the lines of a section: its heading's, or the one before the introduction, and the one after its last. */
function sectionAt(text: string, lines: readonly string[], id: string): { above: number; below: number } | undefined {
  const headings = headingsOf(text)
  const at = headings.findIndex((heading) => heading.id === id)
  if (at === -1 && id !== '') return undefined
  return { above: headings[at]?.line ?? endOfFront(lines), below: headings[at + 1]?.line ?? lines.length + 1 }
}

/** Returns the place at a line of a text. */
export function placeAt(text: string, line: number): PicturePlace {
  const lines = text.split('\n')
  const section = headingsOf(text).findLast((heading) => heading.line <= line)?.id ?? ''
  const { above, below } = sectionAt(text, lines, section) ?? { above: 0, below: 1 }
  return { section, blocks: blocksBetween(lines, above, below).filter(({ first }) => first <= line).length }
}

/** Returns a text with a block at a place: at the end of a section that has fewer blocks, and of a text that lacks the section. */
export function withBlock(text: string, { section, blocks }: PicturePlace, block: string): string {
  const lines = text.split('\n')
  const { above, below } = sectionAt(text, lines, section) ?? { above: lines.length, below: lines.length + 1 }
  const before = blocksBetween(lines, above, below).slice(0, blocks).at(-1)?.last ?? above
  const after = lines.slice(before)
  while (after[0]?.trim() === '') after.shift()
  const begin = lines.slice(0, before).join('\n').trimEnd()
  return `${begin}\n\n${block}\n${after.length === 0 ? '' : `\n${after.join('\n')}`}`
}

/** Returns the Markdown of a picture. Brackets in its words would end them. */
export function pictureText(address: string, words: string): string {
  return `![${words
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]\\]/g, '\\$&')}](${address})`
}
