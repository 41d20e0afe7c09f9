// What pages of battles are told: a page joins the room of what its handshake names, and hears nothing of others.
import { describe, expect, it, vi } from 'vitest'
import type { BattleCard, BattleEvent } from '../../../src/protocol/battle.ts'
import { ear, heardOf, openRealtimeFixture } from './realtime-fixture.ts'

const fixture = openRealtimeFixture()
const ONE = '01a21509-0f90-7000-9744-55d8054979e5'
const OTHER = '01a21509-0f90-7000-9744-55d8054979e6'

const emote = (id: string): BattleEvent => ({ id, kind: 'emote', slot: 1, emote: 'gg' })
const card = (id: string, filled = 0): BattleCard => ({ id, number: filled }) as BattleCard
const cardsIn = (payload: unknown): BattleCard[] => (payload as { battles: BattleCard[] }).battles

describe('a page of a battle', () => {
  it.each([
    ['of a guest', null],
    ['of a player', 'token-7'],
  ])('%s hears of its battle alone', async (_, token) => {
    const heard = ear(await fixture.connected(token, { topic: `battle:${ONE}` }))
    fixture.realtime.emitToBattle(emote(OTHER))
    fixture.realtime.emitToBattle(emote(ONE))
    await vi.waitFor(() => expect(heardOf(heard, 'battle')).toEqual([emote(ONE)]))
    expect(heardOf(heard, 'battles')).toEqual([])
  })

  it('of a player hears what all pages of the player do', async () => {
    const heard = ear(await fixture.connected('token-7', { topic: `battle:${ONE}` }))
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 5 })
    await vi.waitFor(() => expect(heardOf(heard, 'update user')).toEqual([{ id: 7, balance: 5 }]))
  })

  it.each([
    'player:7',
    'session:a',
    'player:7:en',
    'battle:',
    `battle:${ONE}:x`,
    `battle:${ONE.toUpperCase()}`,
    ['battles'],
    { battles: true },
    null,
    7,
    'x'.repeat(1_000),
  ])('that names %j joins nothing', async (topic) => {
    const heard = ear(await fixture.connected(null, { topic }))
    fixture.realtime.emitToPlayer(7, 'update user', { id: 7, balance: 1 })
    fixture.realtime.emitToBattle(emote(ONE))
    fixture.realtime.publishBattles([card(ONE)])
    const all = ear(await fixture.connected(null, { topic: 'battles' }))
    fixture.realtime.publishBattles([card(OTHER)])
    await vi.waitFor(() => expect(heardOf(all, 'battles').length).toBeGreaterThan(0))
    expect(heard.filter(({ event }) => event !== 'online' && event !== 'state')).toEqual([])
  })
})

describe('the lobby', () => {
  it('hears of changes gathered, of each battle the last one', async () => {
    const heard = ear(await fixture.connected(null, { topic: 'battles' }))
    for (let at = 1; at <= 50; at++) fixture.realtime.publishBattles([card(ONE, at), card(OTHER, at)])
    await vi.waitFor(() => expect(heardOf(heard, 'battles').flatMap(cardsIn)).toEqual([card(ONE, 50), card(OTHER, 50)]))
    expect(heardOf(heard, 'battles')).toHaveLength(1)
  })

  it('hears of many in several messages', async () => {
    const heard = ear(await fixture.connected(null, { topic: 'battles' }))
    const many = Array.from({ length: 100 }, (_, at) => card(String(at)))
    fixture.realtime.publishBattles(many)
    await vi.waitFor(() => expect(heardOf(heard, 'battles').flatMap(cardsIn)).toEqual(many), 3_000)
    expect(heardOf(heard, 'battles').map((payload) => cardsIn(payload).length)).toEqual([40, 40, 20])
  })
})
