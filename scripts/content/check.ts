// Checks the static pages: each file alone, translations against English, and links.
import { join } from 'node:path'
import { SOURCE_LANGUAGE } from '../../src/content/front-matter.ts'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import { type FileFault, type Languages, type Page, readContent } from './folder.ts'
import { linkFault } from './links.ts'
import { numberFaults } from './numbers.ts'
import type { Heading } from './read-page.ts'
import type { IsRoute } from './routes.ts'
import { readStamps, stampFaults } from './stamps.ts'

const formatHeading = ({ level, id }: Heading): string => `${'#'.repeat(level)} {#${id}}`

/** Returns headings that a translation lacks, that English lacks, or that differ in order or level. */
function structureFaults(source: Page, own: Page): FileFault[] {
  const { file } = own
  const theirs = source.read.headings
  const ours = own.read.headings
  const lacking = theirs.filter(({ id }) => !ours.some((heading) => heading.id === id))
  const surplus = ours.filter(({ id }) => !theirs.some((heading) => heading.id === id))
  const faults = [
    ...lacking.map((heading) => {
      const before = theirs[theirs.indexOf(heading) - 1]
      const line = ours.find(({ id }) => id === before?.id)?.line ?? 1
      return {
        file,
        line,
        fault: `heading ${formatHeading(heading)} is missing; ${source.file}:${heading.line} has it`,
      }
    }),
    ...surplus.map((heading) => ({
      file,
      line: heading.line,
      fault: `heading ${formatHeading(heading)} is not in ${source.file}`,
    })),
  ]
  if (faults.length > 0) return faults
  const index = ours.findIndex((heading, at) => {
    const their = theirs[at]
    return their?.id !== heading.id || their.level !== heading.level
  })
  const [our, their] = [ours[index], theirs[index]]
  if (our === undefined || their === undefined) return []
  return [
    {
      file,
      line: our.line,
      fault: `heading ${formatHeading(our)} stands where ${source.file}:${their.line} has ${formatHeading(their)}`,
    },
  ]
}

/** Returns a fault where a translation translates an older English text, or one that does not exist yet. */
function ageFaults(source: Page, own: Page): FileFault[] {
  const [theirs, ours] = [source.read.front, own.read.front]
  if (theirs === undefined || ours === undefined || theirs.updated === ours.updated) return []
  const fault =
    ours.updated < theirs.updated
      ? `translation is outdated: it translates ${ours.updated}, ${source.file}:${theirs.updatedLine} was updated ${theirs.updated}`
      : `it translates ${ours.updated}, but ${source.file}:${theirs.updatedLine} was last updated ${theirs.updated}`
  return [{ file: own.file, line: ours.updatedLine, fault }]
}

/** The time zones of the earth are up to this far ahead of UTC. */
const ZONES_MS = 14 * 3_600_000

/** Returns a fault where a text is of a day that has not come anywhere. */
function futureFaults({ file, read: { front } }: Page, nowMs: number): FileFault[] {
  const today = new Date(nowMs + ZONES_MS).toISOString().slice(0, 10)
  if (front === undefined || front.updated <= today) return []
  return [{ file, line: front.updatedLine, fault: `${front.updated} is in the future: write the day of the change` }]
}

/** A folder is an address: `faq` is `/faq`. */
const ADDRESS = /^[a-z0-9]{3,}(?:[-_][a-z0-9]+)*$/

function pageFaults(folder: string, page: string, languages: Languages): FileFault[] {
  if (!ADDRESS.test(page)) {
    const fault = 'cannot be an address: small letters a-z, digits and hyphens, three letters or more'
    return [{ file: join(folder, page), line: 1, fault }]
  }
  const source = languages.get(SOURCE_LANGUAGE)
  return LANGUAGES.flatMap((language): FileFault[] => {
    const own = languages.get(language)
    if (own === undefined) {
      return [
        {
          file: join(folder, page, `${language}.md`),
          line: 1,
          fault: `is missing: the page "${page}" needs every language`,
        },
      ]
    }
    if (source === undefined || language === SOURCE_LANGUAGE) return []
    const structure = structureFaults(source, own)
    // Without the same headings, numbers cannot be compared by them.
    return [...structure, ...ageFaults(source, own), ...(structure.length === 0 ? numberFaults(source, own) : [])]
  })
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
 * @param isRoute the addresses that links may lead to, besides the pages themselves
 * @param nowMs milliseconds since 1970
 */
export async function checkContent(folder: string, isRoute: IsRoute, nowMs: number): Promise<ContentCheck> {
  const { pages, strays, faults, placeholders, inPages } = await readContent(folder)
  const stamps = await readStamps(folder)
  const all = [...faults]
  for (const file of strays) {
    all.push({ file, line: 1, fault: `is named after no language of the site: ${LANGUAGES.join(', ')}` })
  }
  const anchorsOf = (path: string, language: Language): ReadonlySet<string> | undefined => {
    const languages = pages.get(path.slice(1))
    // A missing file is a fault of its own; links to it are judged by the English text.
    const headings = (languages?.get(language) ?? languages?.get(SOURCE_LANGUAGE))?.read.headings
    return headings && new Set(headings.map(({ id }) => id))
  }
  for (const [name, languages] of pages) {
    all.push(...pageFaults(folder, name, languages))
    const source = languages.get(SOURCE_LANGUAGE)
    if (source !== undefined) all.push(...futureFaults(source, nowMs))
    if (source !== undefined && stamps !== undefined) all.push(...stampFaults(name, source, stamps))
    for (const { file, language, read } of languages.values()) {
      for (const { href, line } of read.links) {
        const fault = linkFault(href, `/${name}`, { isRoute, anchorsOf: (path) => anchorsOf(path, language) })
        if (fault !== undefined) all.push({ file, line, fault })
      }
    }
  }
  if (pages.size === 0 && faults.length === 0) all.push({ file: folder, line: 1, fault: 'has no pages' })
  all.sort((one, other) => (one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1))
  const files = [...pages.values()].reduce((count, { size }) => count + size, strays.length)
  return { pages: pages.size, files, faults: all, placeholders, inPages }
}
