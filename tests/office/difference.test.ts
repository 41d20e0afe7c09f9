// Before and after, field by field.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf } from '../../src/office/parts/difference.ts'
import { changesOf } from '../../src/office/rooms/audit/changes.ts'

describe('the difference of two states', () => {
  it('names what was added, removed, changed and kept', () => {
    expect(
      differenceOf({ role: 'support', state: 'active', note: 'old' }, { role: 'risk', state: 'active', term: 3 }),
    ).toEqual([
      { field: 'role', before: 'support', after: 'risk', kind: 'changed' },
      { field: 'state', before: 'active', after: 'active', kind: 'same' },
      { field: 'note', before: 'old', after: null, kind: 'removed' },
      { field: 'term', before: null, after: '3', kind: 'added' },
    ])
  })

  it('goes into objects, and takes a list as one value', () => {
    expect(
      differenceOf({ limits: { day: 100, week: 5 }, items: [1, 2] }, { limits: { day: 250 }, items: [1] }),
    ).toEqual([
      { field: 'limits.day', before: '100', after: '250', kind: 'changed' },
      { field: 'limits.week', before: '5', after: null, kind: 'removed' },
      { field: 'items', before: '[1,2]', after: '[1]', kind: 'changed' },
    ])
  })

  it('of a value without fields has one row without a name', () => {
    expect(differenceOf(null, 'open')).toEqual([{ field: '', before: null, after: 'open', kind: 'added' }])
  })

  it('of nothing is empty', () => {
    expect(differenceOf(null, undefined)).toEqual([])
  })

  it('tells null, which is no value, from an empty text and an empty list', () => {
    expect(differenceOf({ a: null, b: '', c: [], d: {} }, {}).map(({ field, before }) => [field, before])).toEqual([
      ['b', ''],
      ['c', '[]'],
      ['d', '{}'],
    ])
  })

  it('of a state and itself has nothing that differs; swapped, it is its mirror', () => {
    const kinds = { added: 'removed', removed: 'added', changed: 'changed', same: 'same' } as const
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(differenceOf(before, before).filter(({ kind }) => kind !== 'same')).toEqual([])
        const mirrored = differenceOf(after, before).map((row) => {
          return { field: row.field, before: row.after, after: row.before, kind: kinds[row.kind] }
        })
        const byField = (a: { field: string }, b: { field: string }): number => (a.field < b.field ? -1 : 1)
        expect(mirrored.sort(byField)).toEqual([...differenceOf(before, after)].sort(byField))
      }),
    )
  })
})

describe('the changes of an entry of the audit', () => {
  it('are its difference', () => {
    expect(changesOf({ before: { role: 'a' }, after: { role: 'b' } })).toEqual(
      differenceOf({ role: 'a' }, { role: 'b' }),
    )
    expect(changesOf({ before: null, after: { difference: 'none' } })).toEqual(differenceOf({}, { difference: 'none' }))
  })

  it('of a proposal have each field that it would change', () => {
    const difference = [
      { field: 'name', before: 'Ann', after: 'Ann' },
      { field: 'role', before: null, after: 'risk' },
    ]
    expect(changesOf({ before: null, after: { state: 'open', difference } })).toEqual([
      { field: 'state', before: null, after: 'open', kind: 'added' },
      { field: 'name', before: 'Ann', after: 'Ann', kind: 'same' },
      { field: 'role', before: null, after: 'risk', kind: 'added' },
    ])
  })
})
