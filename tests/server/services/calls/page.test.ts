// A page has a next one only where rows follow it.
import { describe, expect, it } from 'vitest'
import { PAGE, PAGE_LIMIT, pageOf } from '../../../../src/server/services/calls/page.ts'

const rowsOf = (count: number): number[] => Array.from({ length: count }, (_, place) => place)

describe('a page', () => {
  it.each([0, 1, PAGE - 1, PAGE])('of %i rows is the last one', (count) => {
    expect(pageOf(rowsOf(count), String)).toEqual({ rows: rowsOf(count), cursor: null })
  })

  it('with a following row ends with a cursor for the rows after its last one', () => {
    expect(pageOf(rowsOf(PAGE_LIMIT), String)).toEqual({ rows: rowsOf(PAGE), cursor: String(PAGE - 1) })
  })
})
