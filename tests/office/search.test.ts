// The state of the rooms in their addresses.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VERB_NAMES } from '../../src/game/office/verbs.ts'
import { auditQuery, parseAuditSearch } from '../../src/office/rooms/audit/search.ts'
import { aboutOf, parseLettersSearch } from '../../src/office/rooms/letters/search.ts'
import { parseProposalsSearch } from '../../src/office/rooms/proposals/search.ts'
import { parseStaffSearch } from '../../src/office/rooms/staff/search.ts'
import { queryText } from '../../src/office/session/api.ts'
import { centsOf, dayStartMs, parseSearch, searchText } from '../../src/office/session/search.ts'

const ID = '019a0001-1111-7222-8333-000000000001'

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const words = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }).filter((text) => text.trim() === text)

const auditSearch = fc.record(
  {
    cursor: fc.constant(ID),
    entry: fc.constant(ID),
    verb: fc.constantFrom(...VERB_NAMES),
    actor: words,
    subject: words,
    from: day,
    to: day,
  },
  { requiredKeys: [] },
)

describe('an address', () => {
  it('holds the whole state of the audit', () => {
    fc.assert(
      fc.property(auditSearch, (search) => {
        expect(parseAuditSearch(parseSearch(searchText(search)))).toEqual(search)
      }),
    )
  })

  it('holds the state of the letters, and whom a new one is for', () => {
    const search = {
      state: 'closed',
      mine: '1',
      kind: 'order',
      appeal: '1',
      letter: ID,
      to: '1000',
      about: `order:${ID}`,
    }
    expect(parseLettersSearch(parseSearch(searchText(search)))).toEqual(search)
    expect(parseLettersSearch({ state: 'waiting', mine: '2', kind: 'x', to: 'me', about: `item:${ID}` })).toEqual({})
    expect(aboutOf({ to: '1000', about: `order:${ID}` })).toEqual({ kind: 'order', id: ID })
    expect(aboutOf({ to: '1000' })).toEqual({ kind: 'player', id: '1000' })
  })

  it('is as people write it', () => {
    expect(searchText({ verb: 'staff.role', from: '2026-11-28', entry: undefined })).toBe(
      '?verb=staff.role&from=2026-11-28',
    )
    expect(searchText({ subject: 'player:1000', verb: '' })).toBe('?subject=player%3A1000')
    expect(searchText({})).toBe('')
  })

  it.each([
    ['a verb that does not exist', { verb: 'staff.promote' }],
    ['an id that is none', { cursor: '1 or 1=1', entry: ID.toUpperCase() }],
    ['a day that does not exist', { from: '2026-02-30', to: '28.11.2026' }],
    ['an empty word', { actor: '   ', subject: '' }],
    ['a parameter of another room', { member: ID, state: 'open' }],
  ])('ignores %s', (_what, search) => {
    expect(parseAuditSearch(search)).toEqual({})
  })

  it('has filters of its room alone', () => {
    expect(parseStaffSearch({ member: ID, state: 'disabled', name: ' Ann ' })).toEqual({
      member: ID,
      state: 'disabled',
      name: 'Ann',
    })
    expect(parseStaffSearch({ state: 'approved' })).toEqual({})
    expect(parseProposalsSearch({ state: 'approved', proposal: ID })).toEqual({ state: 'approved', proposal: ID })
    // Those that wait have the address without a state.
    expect(parseProposalsSearch({ state: 'open' })).toEqual({})
  })
})

describe('the call of the audit', () => {
  it('has the first day, and the last one as a whole', () => {
    const { from, to } = auditQuery({ from: '2026-11-01', to: '2026-11-30' })
    expect(new Date(Number(from)).toDateString()).toBe('Sun Nov 01 2026')
    expect(new Date(Number(to)).toDateString()).toBe('Tue Dec 01 2026')
    expect(new Date(Number(to)).getHours()).toBe(0)
  })

  it('does not have the selected entry', () => {
    expect(queryText(auditQuery({ entry: ID, verb: 'staff.role' }))).toBe('?verb=staff.role')
    expect(queryText(auditQuery({ entry: ID }))).toBe('')
  })

  it('counts days by the calendar, not by 24 hours', () => {
    fc.assert(
      fc.property(day, fc.nat(400), (first, later) => {
        const [year = 0, month = 1, date = 1] = first.split('-').map(Number)
        expect(new Date(dayStartMs(first, later)).toDateString()).toBe(
          new Date(year, month - 1, date + later).toDateString(),
        )
      }),
    )
  })
})

describe('an amount in dollars', () => {
  it('is whole cents, with a point or a comma, and nothing else', () => {
    expect(['12', '12.5', '12,50', ' 0.29 ', '9999999.99'].map(centsOf)).toEqual([1_200, 1_250, 1_250, 29, 999_999_999])
    expect(['', '-1', '1.234', '1e3', '12.', '$5'].map(centsOf)).toEqual(Array.from({ length: 6 }, () => undefined))
  })
})
