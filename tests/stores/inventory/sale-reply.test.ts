// The answer to a sale, with the fields of the specification alone or with ours.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { settleSale } from '../../../src/stores/inventory/sale-reply.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { PLAYER } from '../server-stub.ts'

const { wire } = openServerFixture()

const balance = (): number | null => {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

beforeEach(() => $user.set({ status: 'authorised', user: PLAYER }))

describe('a sale', () => {
  it('shows the balance of the answer', () => {
    expect(settleSale({ success: true, message: 'Sold', balance: 2000 })).toEqual({
      success: true,
      message: 'Sold',
      code: null,
    })
    expect(balance()).toBe(2000)
    expect(wire.calls).toEqual([])
  })

  it('loads the balance where the answer has none', async () => {
    const { realityMinutes: _, ...specified } = PLAYER
    wire.on('/api/user/get', () => ({ user: { ...specified, balance: 3000 } }))
    settleSale({ success: true, message: 'Sold' })
    await vi.waitFor(() => expect(balance()).toBe(3000))
    expect($user.get()).toEqual({ status: 'authorised', user: { ...PLAYER, balance: 3000 } })
  })

  it('that was refused changes nothing', () => {
    expect(settleSale({ success: false, message: 'Gone', code: 'item-gone' }).code).toBe('item-gone')
    expect(settleSale({ success: false, message: 'Gone' }).code).toBeNull()
    expect(balance()).toBe(PLAYER.balance)
    expect(wire.calls).toEqual([])
  })

  it('is nothing else', () => {
    for (const reply of [null, {}, { success: true }, { message: 'Sold' }])
      expect(() => settleSale(reply)).toThrow(TypeError)
  })
})
