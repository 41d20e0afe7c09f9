// Checks docs/specification.md: the requirements of each section in order, each with the files that implement it and a test, or the
// reason why it has none.
import { isTest, referenceFaults, referencesIn, type WorkingCopy } from './claims.ts'
import type { Fault } from './tree.ts'

const PAGE = 'docs/specification.md'

/** The design card is section 0. */
const LAST_SECTION = 9

const HEADING = /^## (\d+)\. /
const ROW = /^\| (\d+)\.(\d+) \|/
const NO_TEST = /^none: .{10}/

interface Row {
  readonly number: string
  readonly where: string
  readonly test: string
  readonly deviation: string
}

function readRow(line: string): Row {
  const cells = line.replace(/^\|\s*|\s*\|$/g, '').split(/\s*\|\s*/)
  const [number = '', , where = '', test = '', deviation = ''] = cells
  return { number, where, test, deviation }
}

function rowFaults({ where, test }: Row, files: WorkingCopy): string[] {
  const places = referencesIn(where)
  const tests = referencesIn(test)
  const faults = [...places, ...tests].flatMap((reference) => referenceFaults(reference, files))
  if (places.length === 0) faults.push('names no file')
  if (!tests.some(({ name }) => isTest(name)) && !NO_TEST.test(test))
    faults.push('names no test, and does not say why there is none')
  return faults
}

/** Returns the faults of the page. */
export function specificationFaults(page: string, files: WorkingCopy): Fault[] {
  const faults: Fault[] = []
  const report = (fault: string): void => void faults.push({ file: PAGE, fault })
  const rows: Row[] = []
  let section = -1
  let last = 0
  for (const line of page.split('\n')) {
    const heading = HEADING.exec(line)
    if (heading !== null) {
      if (last === 0 && section >= 0) report(`section ${section} has no rows`)
      if (Number(heading[1]) !== section + 1) report(`section ${heading[1]} follows section ${section}`)
      section = Number(heading[1])
      last = 0
    }
    const [, of, place] = ROW.exec(line) ?? []
    if (of === undefined) continue
    const row = readRow(line)
    if (Number(of) !== section) report(`${row.number} is in section ${section}`)
    else if (Number(place) !== last + 1) report(`${row.number} follows ${section}.${last}`)
    last = Number(place)
    rows.push(row)
    for (const fault of rowFaults(row, files)) report(`${row.number} ${fault}`)
  }
  if (section !== LAST_SECTION || last === 0) report(`ends with section ${section}, expected rows of ${LAST_SECTION}`)
  const deviations = rows.filter(({ deviation }) => deviation !== '').length
  const untested = rows.filter(({ test }) => NO_TEST.test(test)).length
  const count = `${rows.length} requirements, ${deviations} with a deviation, ${untested} without a test.`
  if (!page.includes(count)) report(`lacks its own count: ${count}`)
  return faults
}
