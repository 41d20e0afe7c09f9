// The editors' check of a folder of static pages: what the server asks of them, the words, days that have come, and stamps.
import { checkPages, inOrder } from '../../src/content/check-pages.ts'
import { pathOf, readFiles } from '../../src/content/default-files.ts'
import { SOURCE_LANGUAGE } from '../../src/content/front-matter.ts'
import type { Page, Pages } from '../../src/content/read-pages.ts'
import type { FileFault } from '../../src/content/shop-files.ts'
import { wordingFaults } from '../conventions/wording.ts'
import { readStamps, stampFaults } from './stamps.ts'

/** The time zones of the earth are up to this far ahead of UTC. */
const ZONES_MS = 14 * 3_600_000

/** Returns a fault where a text is of a day that has not come anywhere. */
function futureFaults({ file, read: { front } }: Page, nowMs: number): FileFault[] {
  const today = new Date(nowMs + ZONES_MS).toISOString().slice(0, 10)
  if (front === undefined || front.updated <= today) return []
  return [{ file, line: front.updatedLine, fault: `${front.updated} is in the future: write the day of the change` }]
}

/** Reads and checks the pages of a folder, whose files faults name by their paths. */
export function readFolder(folder: string): Pages {
  const nameOf = (file: string): string => pathOf(file, { content: folder })
  const wordsFaults = (words: string, language: Page['language']) => wordingFaults(words, language, 'static page')
  return checkPages(readFiles({ content: folder }), { nameOf, wordsFaults })
}

export interface ContentCheck {
  readonly pages: number
  readonly files: number
  /** In the order of files and lines. */
  readonly faults: readonly FileFault[]
  /** The operator's details that still have their placeholder, which is a fault in live mode only. */
  readonly placeholders: readonly string[]
  /** Placeholders in the texts, each with its file; a fault in live mode only, too. */
  readonly inPages: readonly string[]
}

/**
 * Checks the static pages of a folder.
 *
 * @param folder with a folder a page, e.g. `src/content`
 * @param nowMs milliseconds since 1970
 */
export async function checkContent(folder: string, nowMs: number): Promise<ContentCheck> {
  const { pages, strays, faults, placeholders, inPages } = readFolder(folder)
  const stamps = await readStamps(folder)
  const all = [...faults]
  for (const [name, languages] of pages) {
    const source = languages.get(SOURCE_LANGUAGE)
    if (source === undefined) continue
    all.push(...futureFaults(source, nowMs))
    if (stamps !== undefined) all.push(...stampFaults(name, source, stamps))
  }
  if (pages.size === 0 && faults.length === 0) all.push({ file: folder, line: 1, fault: 'has no pages' })
  const files = [...pages.values()].reduce((count, { size }) => count + size, strays.length)
  return { pages: pages.size, files, faults: inOrder(all), placeholders, inPages }
}
