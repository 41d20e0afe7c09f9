// What the palette finds.
import { describe, expect, it } from 'vitest'
import { type Entry, editionOf, looksLikeId, matching } from '../../src/office/app/palette.ts'

const entry = (label: string, group = 'Room'): Entry => ({
  label,
  group,
  disabledReason: undefined,
  run: () => undefined,
})

const ENTRIES = [entry('Invite a colleague', 'On this page'), entry('Proposals'), entry('Аудит', 'Раздел')]

describe('the palette', () => {
  it('lists all entries for no words', () => {
    expect(matching(ENTRIES, '  ')).toEqual(ENTRIES)
  })

  it.each([
    ['prop', 'Proposals'],
    ['COLL inv', 'Invite a colleague'],
    ['page', 'Invite a colleague'],
    ['ауд', 'Аудит'],
  ])('finds %s', (words, label) => {
    expect(matching(ENTRIES, words).map((found) => found.label)).toEqual([label])
  })

  it('finds nothing for a word that no entry has', () => {
    expect(matching(ENTRIES, 'proposals nothing')).toEqual([])
  })

  it.each(['76561198000000001', '1000', 'player:1000', ' 019a0001-1111-7222-8333-000000000001 '])(
    'takes %s for an id',
    (text) => {
      expect(looksLikeId(text)).toBe(true)
    },
  )

  it.each(['staff', 'player:', '10 00', ''])('does not take %j for one', (text) => {
    expect(looksLikeId(text)).toBe(false)
  })

  it.each([
    ['12', '12'],
    [' #12 ', '12'],
    ['edition:7', '7'],
    ['0', undefined],
    ['12 cases', undefined],
    ['76561198000000001', undefined],
  ])('takes %j for the edition %s', (text, number) => {
    expect(editionOf(text)).toBe(number)
  })
})
