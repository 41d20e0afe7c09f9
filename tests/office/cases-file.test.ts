// The text of cases.json as the room Cases changes it: only the lines of one record.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  addCase,
  type CaseRecord,
  changeCase,
  moveCase,
  readCasesFile,
  removeCase,
} from '../../src/office/rooms/cases/cases-file.ts'

const text = readFileSync('data/cases.json', 'utf8')

function read(file: string) {
  const records = readCasesFile(file)
  if (records === null) throw new Error('Not a file of cases')
  return records
}

const { cases, lines } = read(text)

function caseAt(place: number): CaseRecord {
  const record = cases[place]
  if (record === undefined) throw new Error(`No case ${place}`)
  return record
}

const urlsOf = (file: string): string[] => read(file).cases.map(({ url }) => url)

describe('the file of the release', () => {
  it('is written as it was read', () => {
    for (const record of cases) expect(changeCase(text, record.url, record)).toBe(text)
    for (const { url } of cases) expect(moveCase(text, url, url === cases.at(-1)?.url ? null : nextOf(url))).toBe(text)
  })

  it('names the lines of each case', () => {
    const at = text.split('\n')
    for (const [place, { url }] of cases.entries()) {
      expect(at.slice((lines[place]?.first ?? 0) - 1, lines[place]?.last).join('\n')).toContain(`"url": "${url}"`)
      expect(at[(lines[place]?.first ?? 0) - 1]).toBe('{')
    }
  })
})

function nextOf(url: string): string {
  return caseAt(cases.findIndex((record) => record.url === url) + 1).url
}

describe('a change', () => {
  it('touches the lines of its case alone', () => {
    const record = { ...caseAt(3), price: 4321, name: { en: 'A "quoted" ] name, {with} signs' } }
    const changed = changeCase(text, record.url, record)
    const [before, after] = [text.split('\n'), changed.split('\n')]
    const differing = before.flatMap((line, at) => (line === after[at] ? [] : [at + 1]))
    expect(differing.every((line) => line >= (lines[3]?.first ?? 0) && line <= (lines[3]?.last ?? 0))).toBe(true)
    expect(differing).toHaveLength(2)
    expect(read(changed).cases[3]).toEqual(record)
    expect(changeCase(changed, record.url, caseAt(3))).toBe(text)
  })

  it('writes when a case is sold, and no empty fields', () => {
    const record: CaseRecord = { ...caseAt(0), from: '2026-12-01T10:00:00.000Z', art: undefined, entries: [] }
    const changed = changeCase(text, record.url, record)
    expect(changed).toContain('  "enabled": true,\n  "from": "2026-12-01T10:00:00.000Z",\n  "entries": []\n}')
    expect(JSON.parse(changed).cases[0]).not.toHaveProperty('art')
  })

  it('adds, moves and removes whole records', () => {
    const record = { ...caseAt(0), url: 'added' }
    const added = addCase(text, record, caseAt(1).url)
    expect(urlsOf(added).indexOf('added')).toBe(2)
    expect(removeCase(added, 'added')).toBe(text)
    expect(urlsOf(addCase(text, record)).at(-1)).toBe('added')
    const moved = moveCase(added, 'added', caseAt(0).url)
    expect(urlsOf(moved)).toEqual(['added', ...cases.map(({ url }) => url)])
    expect(moveCase(moved, 'added', caseAt(2).url)).toBe(added)
  })

  it('reads other forms, and refuses what is no file of cases', () => {
    const wide = JSON.stringify(JSON.parse(text), null, 4)
    const changed = changeCase(wide, caseAt(5).url, { ...caseAt(5), price: 77 })
    expect(read(changed).cases[5]?.price).toBe(77)
    const tight = JSON.stringify({ cases: [], categories: [] })
    expect(urlsOf(addCase(tight, caseAt(0)))).toEqual([caseAt(0).url])
    for (const other of ['', '{', '[]', '{"cases":{}}', '{"categories":[],"cases":[{"url":1}]}'])
      expect(readCasesFile(other)).toBeNull()
  })
})
