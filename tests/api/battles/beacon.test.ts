// Battles that are drawn from a public beacon: the lock is sent before its round exists, and nothing but that round draws it.
import { describe, expect, it } from 'vitest'
import { nodeHashing } from '../../../scripts/verify/check-export.ts'
import { LOCK_AHEAD_MS } from '../../../src/game/battles/lock.ts'
import { BATTLE_STEPS, verifyBattle } from '../../../src/game/battles/proof.ts'
import { roundTime } from '../../../src/game/fairness/beacon.ts'
import { type BattleView, battleProofReplySchema } from '../../../src/protocol/battle.ts'
import { verifyRandomness } from '../../../src/server/beacon/drand/signature.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { computed, openBattleFixture } from './fixture.ts'

describe.each(SUITE_KINDS)('a battle from a beacon on %s', (kind) => {
  const fixture = openBattleFixture(kind, { withBeacon: true })
  const { chain } = fixture.chain

  const roundOf = ({ randomness }: BattleView): number => {
    if (randomness.source !== 'drand' || randomness.round === null) throw new Error('The battle waits for no round')
    return randomness.round
  }
  const logged = (message: string): number => fixture.log.filter((line) => line.includes(message)).length
  const verified = async (battleId: string) => {
    const { proof } = battleProofReplySchema.parse(
      (await fixture.site.guest().get(`/api/battles/${battleId}/proof`)).body,
    )
    const steps = await verifyBattle(proof, { hashing: nodeHashing, chains: [chain], randomness: verifyRandomness })
    return BATTLE_STEPS.map((step) => steps[step].verdict)
  }

  it('commits to the first round six seconds ahead, and is drawn from its signature', async () => {
    const { battle } = await fixture.full({ format: '1v1v1', mode: 'jackpot' })
    const round = roundOf(battle)
    const aheadMs = roundTime(chain, round) - fixture.nowMs
    expect(aheadMs).toBeGreaterThanOrEqual(LOCK_AHEAD_MS)
    expect(aheadMs).toBeLessThan(LOCK_AHEAD_MS + chain.periodS * 1000)
    expect(battle.locks).toMatchObject([{ sentAt: fixture.nowMs, drawAt: roundTime(chain, round) }])
    expect(battle.randomness).toMatchObject({ chain: chain.hash, signature: null })
    await fixture.pass(aheadMs - 1)
    expect((await fixture.view(battle.id)).state).toBe('locked')
    expect(fixture.relay.asked).not.toContain(round)
    await fixture.pass(1)
    const drawn = await fixture.view(battle.id)
    expect(drawn).toMatchObject({ state: 'drawn', randomness: { signature: await fixture.chain.sign(round) } })
    const { result } = await computed(drawn, fixture.secretOf(drawn))
    const settled = await fixture.settle(drawn)
    expect(settled.result).toEqual({ pot: result.potCents, winners: result.winners })
    expect(await verified(battle.id)).toEqual(BATTLE_STEPS.map(() => 'right'))
  })

  it.each(['down', 'wrong', 'other-round', 'other-chain', 'garbage'] as const)(
    'waits for that same round while the beacon is %s, and says so once',
    async (fault) => {
      const { battle } = await fixture.full()
      const round = roundOf(battle)
      fixture.relay.fault = fault
      const before = logged('battles wait: their beacon is unavailable')
      await fixture.pass(roundTime(chain, round) - fixture.nowMs)
      await fixture.pass(60_000)
      expect(await fixture.view(battle.id)).toMatchObject({ state: 'locked', randomness: { round, signature: null } })
      expect(logged('battles wait: their beacon is unavailable')).toBe(before + 1)
      fixture.relay.fault = 'none'
      await fixture.pass(3_600_000)
      const drawn = await fixture.view(battle.id)
      expect(drawn).toMatchObject({ state: 'drawn', startsAt: fixture.nowMs, randomness: { round } })
      expect(drawn.locks).toHaveLength(1)
      await fixture.settle(drawn)
    },
  )

  it('does not keep what is due otherwise waiting', async () => {
    const settling = await fixture.full()
    const drawn = await fixture.draw(settling.battle.id)
    const { battle } = await fixture.full()
    fixture.relay.fault = 'hang'
    const drawing = fixture.site.jobs.battleDraws.runOnce()
    await fixture.settle(drawn).finally(() => {
      fixture.relay.fault = 'none'
    })
    await drawing
    await fixture.settle(await fixture.draw(battle.id))
  })
})
