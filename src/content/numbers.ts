// Compares the numbers of a translation with those of the English text, below each heading.
import type { Heading } from './read-page.ts'
import type { Page } from './read-pages.ts'
import type { FileFault } from './shop-files.ts'

/** The address of a link, and the line that defines one. */
const ADDRESSES = /(?<=\])\([^)]*\)|^\[[^\]]+\]: .*$/gm

/** Returns the numbers of a Markdown text outside of addresses, sorted, with decimal points and without thousands separators. */
export function numbersIn(markdown: string): string[] {
  const text = markdown.replaceAll(ADDRESSES, '')
  return [...text.matchAll(/\d+(?:[,\s\u00a0]\d{3}(?!\d))*(?:[.,]\d+)?/g)]
    .map(([found]) => found.replaceAll(/[,\s\u00a0](?=\d{3}(?!\d))/g, '').replace(',', '.'))
    .sort()
}

/** Returns the numbers of one list that another lacks, each as often as it is missing. */
function lacking(from: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return from.filter((number) => {
    const at = left.indexOf(number)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const list = (numbers: readonly string[]): string => (numbers.length === 0 ? 'none' : numbers.join(', '))

function bodyFault(theirs: Heading, ours: Heading, source: Page): string | undefined {
  const [english, own] = [numbersIn(theirs.body), numbersIn(ours.body)]
  const [missing, surplus] = [lacking(english, own), lacking(own, english)]
  if (missing.length === 0 && surplus.length === 0) return undefined
  return `the numbers below {#${ours.id}} differ: ${source.file}:${theirs.line} has ${list(missing)}, this text has ${list(surplus)}`
}

/** Returns a fault for each heading below which a translation has other numbers. */
export function numberFaults(source: Page, own: Page): FileFault[] {
  return source.read.headings.flatMap((theirs) => {
    const ours = own.read.headings.find(({ id }) => id === theirs.id)
    const fault = ours && bodyFault(theirs, ours, source)
    return ours === undefined || fault === undefined ? [] : [{ file: own.file, line: ours.line, fault }]
  })
}
