// The order of cases: a step moves a case by one place of the list, at the end of its category into the next one.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type CaseRecord, readCasesFile } from '../../src/office/rooms/cases/cases-file.ts'
import { placeCase, stepFrom } from '../../src/office/rooms/cases/moves.ts'

const text = readFileSync('data/cases.json', 'utf8')

/** Returns the cases in the order of the site: by category. */
function listed(file: string): readonly CaseRecord[] {
  const records = readCasesFile(file)
  if (records === null) throw new Error('Not a file of cases')
  return records.categories.flatMap(({ id }) => records.cases.filter(({ category }) => category === id))
}

const named = (records: readonly CaseRecord[]): string[] => records.map(({ url, category }) => `${category} ${url}`)

describe('a step', () => {
  it('and the step back leave every file as it was', () => {
    const records = listed(text)
    for (const { url } of records) {
      const down = stepFrom(records, url, 1)
      if (down === null) continue
      const moved = placeCase(text, url, down)
      expect(moved).not.toBe(text)
      const up = stepFrom(listed(moved), url, -1)
      if (up === null) throw new Error(`${url} cannot go back`)
      expect(named(listed(placeCase(moved, url, up)))).toEqual(named(records))
    }
  })

  it('moves within a category by one place, and then into the next', () => {
    const records = listed(text)
    const [first, second] = records
    if (first === undefined || second === undefined) throw new Error('No cases')
    const swapped = listed(
      placeCase(text, first.url, stepFrom(records, first.url, 1) ?? { beside: first, side: 'after' }),
    )
    expect(swapped.slice(0, 2).map(({ url }) => url)).toEqual([second.url, first.url])
    const last = records.filter(({ category }) => category === first.category).at(-1)
    if (last === undefined) throw new Error('No last case')
    const target = stepFrom(records, last.url, 1)
    const next = target === null ? undefined : listed(placeCase(text, last.url, target))
    const place = next?.findIndex(({ url }) => url === last.url) ?? -1
    expect(next?.[place]?.category).toBe(records[place + 1]?.category)
    expect(next?.[place - 1]?.category).toBe(first.category)
  })

  it('ends at the first and at the last case', () => {
    const records = listed(text)
    expect(stepFrom(records, records[0]?.url ?? '', -1)).toBeNull()
    expect(stepFrom(records, records.at(-1)?.url ?? '', 1)).toBeNull()
    expect(placeCase(text, records[0]?.url ?? '', { beside: records[0] as CaseRecord, side: 'after' })).toBe(text)
  })
})
