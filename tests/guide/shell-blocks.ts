// The shell commands of a Markdown document: its fenced blocks, with the heading above each and the mark that says what it needs.

/** The languages of a fence whose text is for a shell. A fence without a language may be one too. */
const SHELL = new Set(['', 'sh', 'bash', 'shell', 'console'])

/** A comment that readers do not see, in front of a block that no test machine can run: `<!-- outside: needs a domain -->`. */
const OUTSIDE = /^\s*<!-- outside: (.+) -->\s*$/

const FENCE = /^(\s*)```\s*([\w-]*)\s*$/
const HEADING = /^#{1,6} (.+)$/

/** A fenced block of shell commands. */
export interface ShellBlock {
  /** The text of the nearest heading above it. */
  readonly section: string
  readonly commands: string
  /** What it needs that a test machine lacks; null for a block without that mark. */
  readonly outside: string | null
}

/** A part of a document below one heading, up to the next one. */
export interface Section {
  readonly name: string
  readonly text: string
}

interface Read {
  readonly blocks: ShellBlock[]
  readonly sections: Section[]
  /** Marks in front of something else than a shell block. */
  readonly strayMarks: string[]
}

/**
 * Reads a Markdown document.
 *
 * @throws Error when a fence has no end
 */
export function readShellBlocks(markdown: string): Read {
  const lines = markdown.split('\n')
  const blocks: ShellBlock[] = []
  const sections: { name: string; text: string }[] = [{ name: '', text: '' }]
  const strayMarks: string[] = []
  let mark: string | null = null

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const section = sections.at(-1) ?? { name: '', text: '' }
    const fence = FENCE.exec(line)
    const needs = OUTSIDE.exec(line)?.[1]
    const heading = HEADING.exec(line)?.[1]
    if (fence !== null) {
      const [, indent = '', language = ''] = fence
      const end = lines.findIndex((other, place) => place > at && other.trim() === '```')
      if (end === -1) throw new Error(`The block of line ${at + 1} has no end`)
      const body = lines.slice(at + 1, end).map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text))
      if (SHELL.has(language)) {
        const commands = body.join('\n')
        blocks.push({ section: section.name, commands, outside: mark })
        mark = null
      }
      at = end
      continue
    }
    // A mark belongs to the block right below it.
    if (mark !== null && line.trim() !== '') {
      strayMarks.push(mark)
      mark = null
    }
    if (needs !== undefined) mark = needs
    else if (heading !== undefined) sections.push({ name: heading, text: '' })
    else section.text += `${line}\n`
  }
  if (mark !== null) strayMarks.push(mark)
  return { blocks, sections, strayMarks }
}
