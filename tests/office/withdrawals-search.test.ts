// The address of the room Withdrawals holds filters, tab and selection, and ignores what it does not know.
import { describe, expect, it } from 'vitest'
import {
  casesQuery,
  leaveText,
  leftOut,
  parseWithdrawalsSearch,
  withdrawalsQuery,
} from '../../src/office/rooms/withdrawals/search.ts'

const ID = '019bd9f0-0000-7000-8000-000000000000'

describe('the address of withdrawals', () => {
  it('is read as it was written', () => {
    const search = {
      player: '1007',
      claim: 'mine',
      reason: 'shared-card',
      least: '12.50',
      hours: '24',
      cursor: '17_1000',
    } as const
    expect(parseWithdrawalsSearch(search)).toEqual(search)
    expect(casesQuery(search)).toEqual({
      claim: 'mine',
      reason: 'shared-card',
      least: 1250,
      hours: '24',
      cursor: '17_1000',
    })
    expect(parseWithdrawalsSearch({ tab: 'stuck', withdrawal: ID })).toEqual({ tab: 'stuck', withdrawal: ID })
  })

  it('holds the filters of all withdrawals', () => {
    const search = { tab: 'all', state: 'done', player: '1007', withdrawal: ID, cursor: ID } as const
    expect(parseWithdrawalsSearch(search)).toEqual(search)
    expect(withdrawalsQuery(search)).toEqual({ state: 'done', player: '1007', cursor: ID })
    expect(parseWithdrawalsSearch({ tab: 'all', state: 'lost' })).toEqual({ tab: 'all' })
  })

  it('ignores what it does not know', () => {
    const wrong = {
      tab: 'won',
      player: 'anna',
      claim: 'theirs',
      reason: 'ugly',
      least: '-1',
      hours: 'many',
      cursor: '%',
      leave: 'x',
    }
    expect(parseWithdrawalsSearch({ ...wrong, odds: '1' })).toEqual({})
  })

  it('names what is not ticked', () => {
    expect(leftOut(leaveText([ID, ID.replace('0000-7', '0001-7')]))).toHaveLength(2)
    expect(leftOut(`${ID}.nonsense`)).toEqual([ID])
    expect(leaveText([])).toBeUndefined()
  })
})
