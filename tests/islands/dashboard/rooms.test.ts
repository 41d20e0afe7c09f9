// The tabs of the dashboard: which one an address names, and where the keys lead.
import { describe, expect, it } from 'vitest'
import { ROOMS, roomAfter, roomIn } from '../../../src/islands/dashboard/rooms.ts'

describe('an address', () => {
  it.each(ROOMS)('names %s', (room) => {
    expect(roomIn(`?tab=${room}`)).toBe(room)
  })

  it.each(['', '?tab=', '?tab=nowhere', '?tab=constructor', '?room=rolls'])(
    'that names no tab (%s) shows the items',
    (search) => {
      expect(roomIn(search)).toBe('items')
    },
  )
})

describe('the keys', () => {
  it('go from tab to tab, around the ends', () => {
    expect(roomAfter('ArrowRight', 'items')).toBe('withdrawals')
    expect(roomAfter('ArrowLeft', 'items')).toBe('settings')
    expect(roomAfter('ArrowRight', 'settings')).toBe('items')
    expect(roomAfter('Home', 'rolls')).toBe('items')
    expect(roomAfter('End', 'items')).toBe('settings')
  })

  it.each(['Enter', ' ', 'Tab', 'ArrowDown', 'a'])('leave %j alone', (key) => {
    expect(roomAfter(key, 'items')).toBeNull()
  })
})
