// The proof of a battle through the real app: what it shows in each state, and that its file is right in every byte.
import { describe, expect, it } from 'vitest'
import { checkBattle, readBattle } from '../../../scripts/verify/check-battle.ts'
import { nodeHashing } from '../../../scripts/verify/check-export.ts'
import { BATTLE_STEPS, type BattleProof, verifyBattle } from '../../../src/game/battles/proof.ts'
import { proofFile } from '../../../src/game/fairness/roll-export.ts'
import { type BattleProofReply, battleProofReplySchema } from '../../../src/protocol/battle.ts'
import { verifyRandomness } from '../../../src/server/beacon/drand/signature.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import type { Browser } from '../../support/sites/site.ts'
import { freshSeed, openBattleFixture, refusalOf } from './fixture.ts'

describe.each(SUITE_KINDS)('the proof of a battle on %s', (kind) => {
  const fixture = openBattleFixture(kind, { withBeacon: true })

  const proofOf = async (id: string, who: Browser = fixture.site.guest()): Promise<BattleProofReply> =>
    battleProofReplySchema.parse((await who.get(`/api/battles/${id}/proof`)).body)

  const verdictsOf = async (proof: BattleProof) => {
    const chains = [fixture.chain.chain]
    const result = await verifyBattle(proof, { hashing: nodeHashing, chains, randomness: verifyRandomness })
    return Object.fromEntries(BATTLE_STEPS.map((step) => [step, result[step].verdict]))
  }

  it('has the odds of an open battle, and no receipt of anybody', async () => {
    const player = await fixture.site.newPlayer()
    const made = await fixture.create(player)
    const reply = await proofOf(made.battle.id, player)
    expect(reply).toMatchObject({ state: 'open', number: made.battle.number, players: [], items: [] })
    expect(reply.proof).toMatchObject({ seats: [], locks: [], draw: null })
    expect(reply.proof.rounds).toEqual(made.battle.rounds.map(({ oddsHash, price }) => ({ odds: oddsHash, price })))
    expect(JSON.stringify(reply)).not.toContain(made.receipt)
    const waiting = { lock: 'secret', source: 'secret', rolls: 'secret', items: 'secret', result: 'secret' }
    expect(await verdictsOf(reply.proof)).toEqual({ ...waiting, odds: 'right' })
  })

  it('has the receipts of all seats once it is locked, and nothing of the draw', async () => {
    const [one, two] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const made = await fixture.create(one)
    const joined = await fixture.join(two, made.battle, 2, { percent: 40 })
    const reply = await proofOf(made.battle.id, two)
    expect(reply.proof.seats.map(({ id, percent }) => [id, percent])).toEqual([
      [made.receipt, 100],
      [joined.receipt, 40],
    ])
    expect(reply.players.map(({ own }) => own)).toEqual([false, true])
    expect(await verdictsOf(reply.proof)).toEqual({
      lock: 'right',
      odds: 'right',
      source: 'secret',
      rolls: 'secret',
      items: 'secret',
      result: 'secret',
    })
    expect(JSON.stringify(reply)).not.toContain('signature')
  })

  it.each([
    { format: '1v1', mode: 'normal', crazy: false },
    { format: '1v1v1', mode: 'jackpot', crazy: true },
    { format: '2v2', mode: 'rush', crazy: false },
    { format: '1v1v1v1', mode: 'share', crazy: false },
    { format: '2v2v2', mode: 'terminal', crazy: true },
  ] as const)('is right in every step and byte once it is drawn, and after: %o', async (terms) => {
    const { battle } = await fixture.full(terms)
    const drawn = await fixture.draw(battle.id)
    const { proof, items, cases } = await proofOf(battle.id)
    expect(await verdictsOf(proof)).toEqual(Object.fromEntries(BATTLE_STEPS.map((step) => [step, 'right'])))
    const shown = new Set(items.map(({ id }) => id))
    expect(proof.draw?.drops.flat().every(({ item }) => shown.has(item))).toBe(true)
    expect(Object.keys(cases).sort()).toEqual([...new Set(battle.rounds.map(({ oddsHash }) => oddsHash))].sort())
    await fixture.settle(drawn)
    const after = await proofOf(battle.id)
    expect(after).toMatchObject({ state: 'settled', proof })
    const bytes = Buffer.from(await proofFile(after.proof, nodeHashing.sha256))
    expect(await checkBattle(bytes, readBattle(bytes), [fixture.chain.chain])).toBeNull()
  })

  it('names no hidden player, and bots as bots', async () => {
    const player = await fixture.site.newPlayer()
    await player.post('/api/user/privacy', { hidden: true })
    const { battle } = await fixture.create(player, { seed: freshSeed() })
    expect(refusalOf(await player.post(`/api/battles/${battle.id}/bot`, { slot: 2 }))).toBeNull()
    const { players } = await proofOf(battle.id)
    expect(players).toMatchObject([{ user: { id: null, username: null } }, { user: null }])
    await fixture.settle(await fixture.draw(battle.id))
  })

  it('of a battle that was cancelled has nothing to check', async () => {
    const player = await fixture.site.newPlayer()
    const { battle } = await fixture.create(player)
    expect(refusalOf(await player.post(`/api/battles/${battle.id}/cancel`, {}))).toBeNull()
    const { state, proof } = await proofOf(battle.id)
    expect(state).toBe('cancelled')
    expect(proof).toMatchObject({ seats: [], locks: [], draw: null })
  })

  it('is found by any spelling of its id, and by no other', async () => {
    const { battle } = await fixture.create(await fixture.site.newPlayer())
    expect((await proofOf(battle.id.toUpperCase())).proof.battle).toBe(battle.id)
    const guest = fixture.site.guest()
    const unknown = await guest.get('/api/battles/0199a5a0-0000-7000-8000-000000000001/proof')
    expect(unknown.status).toBe(404)
    expect((await guest.get('/api/battles/nothing/proof')).status).toBe(404)
  })
})
