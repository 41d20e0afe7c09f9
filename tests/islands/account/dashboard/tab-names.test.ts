// The tabs of the dashboard: which one an address selects, and what the keys do.
import { describe, expect, it } from 'vitest'
import { TABS, tabAfter, tabIn } from '../../../../src/islands/account/dashboard/tab-names.ts'

describe('an address', () => {
  it.each(TABS)('selects %s', (room) => {
    expect(tabIn(`?tab=${room}`)).toBe(room)
  })

  it.each(['', '?tab=', '?tab=nowhere', '?tab=constructor', '?room=rolls'])(
    'without a known tab (%s) selects the items',
    (search) => {
      expect(tabIn(search)).toBe('items')
    },
  )
})

describe('the keys', () => {
  it('move from tab to tab, and wrap around', () => {
    expect(tabAfter('ArrowRight', 'items')).toBe('withdrawals')
    expect(tabAfter('ArrowLeft', 'items')).toBe('settings')
    expect(tabAfter('ArrowRight', 'settings')).toBe('items')
    expect(tabAfter('Home', 'rolls')).toBe('items')
    expect(tabAfter('End', 'items')).toBe('settings')
  })

  it.each(['Enter', ' ', 'Tab', 'ArrowDown', 'a'])('ignore %j', (key) => {
    expect(tabAfter(key, 'items')).toBeNull()
  })
})
