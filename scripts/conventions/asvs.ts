// Checks docs/asvs.md: one row for every requirement of OWASP ASVS 5.0, levels 1 and 2, with a known state, and with existing
// tests for the state 'held'.
import { isTest, referenceFaults, referencesIn, type WorkingCopy } from './claims.ts'
import type { Fault } from './tree.ts'

const PAGE = 'docs/asvs.md'

/** The level of each requirement of a section, a digit each. */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

/** Number and level of every requirement of the levels 1 and 2. */
export const REQUIREMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, index): [string, string][] =>
      level === '3' ? [] : [[`${section}.${index + 1}`, level]],
    ),
  ),
)

const STATES = ['held', 'not applicable', 'open']
const ROW = /^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+?) \| (.*?) \|$/gm
/** Other names in backticks are code. */
const FILE = /^(?:src|scripts|docs|deploy|tests)\//

/** Returns the faults of the table. */
export function asvsFaults(page: string, files: WorkingCopy): Fault[] {
  const faults: Fault[] = []
  const report = (fault: string): void => void faults.push({ file: PAGE, fault })
  const seen = new Set<string>()
  for (const [, number = '', level, , state = '', evidence = ''] of page.matchAll(ROW)) {
    const expected = REQUIREMENTS.get(number)
    if (expected === undefined) report(`${number} is no requirement of the levels 1 and 2`)
    else if (expected !== level) report(`${number} is of level ${expected}`)
    if (seen.has(number)) report(`${number} has two rows`)
    seen.add(number)
    const references = referencesIn(evidence).filter(({ name }) => FILE.test(name))
    for (const reference of references)
      for (const fault of referenceFaults(reference, files)) report(`${number} ${fault}`)
    if (!STATES.includes(state)) report(`${number} is "${state}", expected one of: ${STATES.join(', ')}`)
    if (state === 'held' && !references.some(({ name }) => isTest(name))) report(`${number} is held, but names no test`)
    if (state !== 'held' && evidence.trim().length < 4) report(`${number} is ${state}, but does not say why`)
  }
  for (const number of REQUIREMENTS.keys()) if (!seen.has(number)) report(`${number} is missing`)
  return faults
}
