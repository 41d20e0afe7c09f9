// Taking a seat of a battle: its price, one call for one choice, and the receipt that stays in this browser.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RANDOM_CLIENT_SEED } from '../../../src/game/fairness/fairness.ts'
import { joinBattle, seatPrice } from '../../../src/stores/battles/battle-join.ts'
import { receiptOf } from '../../../src/stores/battles/battle-receipts.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, PLAYER } from '../server-stub.ts'
import { battleId, card, seat, VEGA, view } from './battle-fixture.ts'

const ID = battleId(1)
const JOIN = `/api/battles/${ID}/join`
const RECEIPT = battleId(900)
const choice = { battleId: ID, slot: 2, percent: 50, pays: 250 }

function joined(balance: number): unknown {
  const mine = seat(2, { user: VEGA, own: true, percent: 50 })
  return { success: true, battle: view(card(1, { seats: [seat(1), mine] })), receipt: RECEIPT, balance }
}

const { wire } = openServerFixture({ toFake: ['setTimeout', 'clearTimeout'] })
let stored: Map<string, string>

beforeEach(() => {
  wire.on('/api/settings', () => ({}))
  wire.on('/api/user/get', () => ({ success: true, user: PLAYER }))
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
  $user.set({ status: 'authorised', user: PLAYER })
})

const balance = (): number | null => {
  const state = $user.get()
  return state.status === 'authorised' ? state.user.balance : null
}

describe('the price of a seat', () => {
  it('is the part that the player takes, rounded up', () => {
    expect(seatPrice({ price: 999, fund: 0 }, 100)).toBe(999)
    expect(seatPrice({ price: 999, fund: 0 }, 10)).toBe(100)
  })

  it('is less by what the creator pays for others, and never below nothing', () => {
    expect(seatPrice({ price: 1000, fund: 40 }, 100)).toBe(600)
    expect(seatPrice({ price: 1000, fund: 100 }, 100)).toBe(0)
    expect(seatPrice({ price: 1000, fund: 40 }, 30)).toBe(0)
  })
})

describe('joining', () => {
  it('sends the part, its price and a fresh seed, shows the balance and keeps the receipt', async () => {
    wire.on(JOIN, () => joined(750))
    const outcome = await joinBattle(choice)
    expect(outcome).toMatchObject({ kind: 'done', reply: { battle: { id: ID } } })
    expect(wire.to(JOIN)[0]?.body).toEqual({
      slot: 2,
      percent: 50,
      pays: 250,
      seed: expect.stringMatching(RANDOM_CLIENT_SEED),
    })
    expect(balance()).toBe(750)
    expect(receiptOf(ID)).toEqual({ battle: ID, seat: RECEIPT, locks: [] })
  })

  it('draws another seed for another seat', async () => {
    wire.on(JOIN, () => ({ success: false, code: 'balance', message: 'Too little' }))
    await joinBattle(choice)
    await joinBattle(choice)
    const [first, second] = wire.to(JOIN).map(({ body }) => (body as { seed: string }).seed)
    expect(first).not.toBe(second)
  })

  it('without an answer is sent again under its key, with its seed', async () => {
    wire.on(JOIN, () => fault(503))
    const unanswered = joinBattle(choice)
    await vi.runAllTimersAsync()
    expect(await unanswered).toEqual({ kind: 'failed' })
    wire.on(JOIN, () => joined(750))
    expect(await joinBattle(choice)).toMatchObject({ kind: 'done' })
    const calls = wire.to(JOIN)
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('that is refused says why, and reads the balance that it is about', async () => {
    wire.on(JOIN, () => ({ success: false, code: 'balance', message: 'Too little' }))
    wire.on('/api/user/get', () => ({ success: true, user: { ...PLAYER, balance: 20 } }))
    expect(await joinBattle(choice)).toEqual({ kind: 'refused', code: 'balance', message: 'Too little' })
    expect(balance()).toBe(20)
    expect(receiptOf(ID)).toBeNull()
  })

  it('after the session has ended asks to sign in', async () => {
    wire.on(JOIN, () => fault(401))
    expect(await joinBattle(choice)).toEqual({ kind: 'signed-out' })
    expect($user.get()).toEqual({ status: 'guest' })
  })
})
