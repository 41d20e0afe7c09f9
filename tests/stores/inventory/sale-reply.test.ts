// The answer to a sale, with the fields of the specification alone or with ours.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { saleBody, settleSale } from '../../../src/stores/inventory/sale-reply.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { PLAYER } from '../server-stub.ts'

const { wire } = openServerFixture()

const balance = (): number | null => {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

const SALE = { ids: ['01a223d5-5f0b-7000-8762-6a7d6c9db699'], isAll: false, sum: 168 }

beforeEach(() => $user.set({ status: 'authorised', user: PLAYER }))

describe('a sale', () => {
  it('shows the balance of the answer', () => {
    expect(settleSale({ success: true, message: 'Sold', balance: 2000 }, SALE)).toEqual({
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
    settleSale({ success: true, message: 'Sold' }, SALE)
    await vi.waitFor(() => expect(balance()).toBe(3000))
    expect($user.get()).toEqual({ status: 'authorised', user: { ...PLAYER, balance: 3000 } })
  })

  it('that was refused changes nothing', () => {
    expect(settleSale({ success: false, message: 'Gone', code: 'item-gone' }, SALE).code).toBe('item-gone')
    expect(settleSale({ success: false, message: 'Gone' }, SALE).code).toBeNull()
    expect(balance()).toBe(PLAYER.balance)
    expect(wire.calls).toEqual([])
  })

  it('that fell since it was shown accepts the new sum next time, while the page shows the old one', () => {
    const fell = (sum: number) => ({ success: false, message: 'Fell', code: 'sum-changed', sum })
    const { sum: shown, ...of } = SALE
    expect(saleBody(of, shown)).toEqual(SALE)
    settleSale(fell(126), SALE)
    expect(saleBody(of, shown)).toEqual({ ...of, sum: 126 })
    // It falls again: its player is told again.
    settleSale(fell(100), saleBody(of, shown))
    expect(saleBody(of, shown)).toEqual({ ...of, sum: 100 })
    // Another sale, and a page that was loaded again, are asked anew.
    expect(saleBody({ ...of, isAll: true }, shown)).toMatchObject({ sum: shown })
    expect(saleBody(of, 90)).toMatchObject({ sum: 90 })
    settleSale({ success: true, message: 'Sold' }, SALE)
    expect(saleBody(of, shown)).toEqual(SALE)
    expect(saleBody(of, undefined)).toEqual(of)
  })

  it('is nothing else', () => {
    for (const reply of [null, {}, { success: true }, { message: 'Sold' }])
      expect(() => settleSale(reply, SALE)).toThrow(TypeError)
  })
})
