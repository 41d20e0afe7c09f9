// The proof of a battle between browser and server, and what the browser kept of it.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BATTLE_ID, lockedProof, SAMPLE } from '../../game/battles/proof-fixture.ts'
import { openServerFixture } from '../server-fixture.ts'

const PATH = `/api/battles/${BATTLE_ID}/proof`
const REPLY = {
  success: true,
  proof: lockedProof(SAMPLE),
  number: 7,
  state: 'locked',
  players: [],
  cases: {},
  items: [],
}

const { wire } = openServerFixture()
let stored: string | null

beforeEach(() => {
  vi.resetModules()
  stored = null
  vi.stubGlobal('localStorage', { getItem: () => stored })
})

const fresh = () => import('../../../src/stores/battles/battle-proof.ts')

describe('the proof of a battle', () => {
  it('comes with what this browser kept of the battle', async () => {
    const { $battleProof, closeBattleProof, loadBattleProof } = await fresh()
    const kept = { battle: BATTLE_ID, seat: null, locks: [{ hash: 'a', roundAt: null, receivedAt: 5 }] }
    stored = JSON.stringify({ receipts: [kept] })
    wire.on(PATH, () => REPLY)
    await loadBattleProof(BATTLE_ID)
    expect($battleProof.get()).toEqual({ status: 'ready', id: BATTLE_ID, reply: REPLY, receipt: kept })
    closeBattleProof()
    expect($battleProof.get()).toEqual({ status: 'none' })
  })

  it('is shown without a receipt where the browser kept none', async () => {
    const { $battleProof, loadBattleProof } = await fresh()
    wire.on(PATH, () => REPLY)
    await loadBattleProof(BATTLE_ID)
    expect($battleProof.get()).toMatchObject({ status: 'ready', receipt: null })
  })

  it('is unknown where the server knows no such battle, and offline where it does not answer', async () => {
    const { $battleProof, loadBattleProof } = await fresh()
    await loadBattleProof('no/battle')
    expect($battleProof.get()).toEqual({ status: 'unknown', id: 'no/battle' })
    expect(wire.calls.map(({ path }) => path)).toEqual(['/api/battles/no%2Fbattle/proof'])
    wire.on(PATH, () => new Response('{}', { status: 500 }))
    await loadBattleProof(BATTLE_ID)
    expect($battleProof.get()).toEqual({ status: 'offline', id: BATTLE_ID })
  })

  it('is not replaced by a slower answer to an earlier question', async () => {
    const { $battleProof, loadBattleProof } = await fresh()
    const late = Promise.withResolvers<unknown>()
    wire.on('/api/battles/first/proof', () => late.promise)
    wire.on(PATH, () => REPLY)
    const first = loadBattleProof('first')
    await loadBattleProof(BATTLE_ID)
    late.resolve(REPLY)
    await first
    expect($battleProof.get()).toMatchObject({ status: 'ready', id: BATTLE_ID })
  })
})
