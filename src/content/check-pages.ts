// Checks the static pages: each file alone, translations against English, addresses and links.
import { LANGUAGES, type Language } from '../game/base/language.ts'
import { SOURCE_LANGUAGE } from './front-matter.ts'
import { linkFault } from './links.ts'
import { numberFaults } from './numbers.ts'
import { pictureFaults } from './pictures.ts'
import type { Heading } from './read-page.ts'
import { type Languages, type Page, type Pages, type ReadOptions, readPages } from './read-pages.ts'
import { isTaken } from './routes.ts'
import { type FileFault, pageFile, type ShopFiles } from './shop-files.ts'

const formatHeading = ({ level, id }: Heading): string => `${'#'.repeat(level)} {#${id}}`

/** Returns headings that a translation lacks, that English lacks, or that differ in order or level. */
function structureFaults(source: Page, own: Page): FileFault[] {
  const { file } = own
  if (source.read.isCut || own.read.isCut) return []
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

/** A page's name is its address: `faq` is `/faq`. */
const ADDRESS = /^[a-z0-9]{3,}(?:[-_][a-z0-9]+)*$/

/** Returns why a page cannot have its name as its address; undefined where it can. */
function addressFault(page: string): string | undefined {
  if (!ADDRESS.test(page)) return 'cannot be an address: small letters a-z, digits and hyphens, three letters or more'
  return isTaken(page) ? `is the address of another page: /${page}` : undefined
}

function pageFaults(page: string, languages: Languages, nameOf: (file: string) => string): FileFault[] {
  const wrong = addressFault(page)
  if (wrong !== undefined) {
    const folder = nameOf(pageFile(page, SOURCE_LANGUAGE)).replace(/\/[^/]+$/, '')
    return [{ file: folder, line: 1, fault: wrong }]
  }
  const source = languages.get(SOURCE_LANGUAGE)
  return LANGUAGES.flatMap((language): FileFault[] => {
    const own = languages.get(language)
    if (own === undefined) {
      const file = nameOf(pageFile(page, language))
      return [{ file, line: 1, fault: `is missing: the page "${page}" needs every language` }]
    }
    if (source === undefined || language === SOURCE_LANGUAGE) return []
    const structure = structureFaults(source, own)
    // Without the same headings, numbers cannot be compared by them.
    const isWhole = structure.length === 0 && !source.read.isCut && !own.read.isCut
    return [...structure, ...ageFaults(source, own), ...(isWhole ? numberFaults(source, own) : [])]
  })
}

/** Returns dead links. */
function linkFaults(pages: Pages['pages']): FileFault[] {
  const anchorsOf = (path: string, language: Language): ReadonlySet<string> | undefined => {
    const languages = pages.get(path.slice(1))
    if (languages === undefined) return undefined
    // A file that is missing or cut is a fault of its own; links to it are judged by the English text, or by another one.
    const texts = [languages.get(language), languages.get(SOURCE_LANGUAGE), ...languages.values()]
    const whole = texts.find((page) => page?.read.isCut === false) ?? texts.find((page) => page !== undefined)
    return new Set(whole?.read.headings.map(({ id }) => id))
  }
  const faults: FileFault[] = []
  for (const [name, languages] of pages) {
    for (const { file, language, read } of languages.values()) {
      for (const { href, line } of read.links) {
        const fault = linkFault(href, `/${name}`, (path) => anchorsOf(path, language))
        if (fault !== undefined) faults.push({ file, line, fault })
      }
    }
  }
  return faults
}

/** Sorts faults by their files and lines. */
export function inOrder(faults: readonly FileFault[]): FileFault[] {
  return faults.toSorted((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  )
}

/** Reads the static pages of a shop, and checks them: their faults are in the order of files and lines. */
export function checkPages(files: ShopFiles, options: ReadOptions = {}): Pages {
  const read = readPages(files, options)
  const { nameOf = (file) => file } = options
  const { pages, strays } = read
  const faults = [
    ...read.faults,
    ...strays.map((file) => ({
      file,
      line: 1,
      fault: `is named after no language of the site: ${LANGUAGES.join(', ')}`,
    })),
    ...[...pages].flatMap(([name, languages]) => pageFaults(name, languages, nameOf)),
    ...linkFaults(pages),
    ...pictureFaults(pages, files),
  ]
  return { ...read, faults: inOrder(faults) }
}
