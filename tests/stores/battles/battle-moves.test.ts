// The moves of a battle's creator: one press fills the free seats with bots.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { enterBattle, shownBattle } from '../../../src/stores/battles/battle.ts'
import { $asking, fillWithBots, freeSlots } from '../../../src/stores/battles/battle-moves.ts'
import { openServerFixture } from '../server-fixture.ts'
import { BATTLE_ID, openBattle, seat } from './drawn-battle.ts'

const PATH = `/api/battles/${BATTLE_ID}`

const { wire } = openServerFixture()
let leave = (): void => undefined

afterEach(() => leave())

/** Shows a battle of four seats, of which some are taken. */
async function show(taken: readonly number[]): Promise<BattleView> {
  const battle = openBattle({ format: '1v1v1v1', taken, ownBattle: true })
  wire.on(PATH, () => ({ success: true, now: 0, battle }))
  leave = enterBattle(BATTLE_ID)
  await vi.waitFor(() => expect(shownBattle()).not.toBeNull())
  return battle
}

/** Answers each wish for a bot with the battle, its bots so far, and players who took other seats meanwhile. */
function seatBots(battle: BattleView, others: readonly number[] = []): number[] {
  const asked: number[] = []
  let current = { ...battle, seats: [...battle.seats, ...others.map((slot) => seat(slot))] }
  wire.on(`${PATH}/bot`, (call) => {
    const { slot } = call.body as { slot: number }
    asked.push(slot)
    current = { ...current, seats: [...current.seats, seat(slot, { bot: true })].sort((a, b) => a.slot - b.slot) }
    return { success: true, battle: current, receipt: null, balance: 1_000 }
  })
  return asked
}

describe('filling with bots', () => {
  test('seats one in each free seat, and in no other', async () => {
    const asked = seatBots(await show([1, 3]))
    expect(await fillWithBots()).toBe('done')
    expect(asked).toEqual([2, 4])
    expect(freeSlots(shownBattle())).toEqual([])
    expect($asking.get()).toBeNull()
  })

  test('leaves a seat alone that a player has taken meanwhile', async () => {
    const asked = seatBots(await show([1]), [4])
    expect(await fillWithBots()).toBe('done')
    expect(asked).toEqual([2, 3])
    expect(freeSlots(shownBattle())).toEqual([])
  })

  test('stops at the first refusal', async () => {
    await show([1])
    wire.on(`${PATH}/bot`, () => ({ success: false, code: 'battle-closed', message: 'Closed' }))
    expect(await fillWithBots()).toBe('refused')
    expect(wire.to(`${PATH}/bot`)).toHaveLength(1)
  })

  test('does nothing in a battle that is not open', async () => {
    await show([1, 2, 3, 4])
    expect(await fillWithBots()).toBe('done')
    expect(wire.to(`${PATH}/bot`)).toHaveLength(0)
    expect(freeSlots({ ...openBattle({ taken: [1] }), state: 'expired' })).toEqual([])
    expect(freeSlots(null)).toEqual([])
  })
})
