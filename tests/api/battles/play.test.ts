// Battles played to their end through the real app: what is public at each step, who pays, who gets what.
import { describe, expect, it } from 'vitest'
import { nodeHashing } from '../../../scripts/verify/check-export.ts'
import {
  allowsCrazy,
  BATTLE_FORMAT_NAMES,
  BATTLE_FORMATS,
  BATTLE_MODES,
  type BattleFormat,
  type BattleMode,
} from '../../../src/game/battles/battle.ts'
import { lockText, SEED_COUNTDOWN_MS } from '../../../src/game/battles/lock.ts'
import { BATTLE_STEPS, verifyBattle } from '../../../src/game/battles/proof.ts'
import { timelineMs } from '../../../src/game/battles/timeline.ts'
import { type BattleView, battleProofReplySchema } from '../../../src/protocol/battle.ts'
import { verifyRandomness } from '../../../src/server/beacon/drand/signature.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import type { Browser } from '../../support/sites/site.ts'
import { computed, openBattleFixture } from './fixture.ts'

type Way = readonly [format: BattleFormat, mode: BattleMode, crazy: boolean]

const WAYS: readonly Way[] = BATTLE_FORMAT_NAMES.flatMap((format) =>
  BATTLE_MODES.flatMap((mode): Way[] => [
    [format, mode, false],
    ...(allowsCrazy(mode) ? [[format, mode, true] as const] : []),
  ]),
)

describe.each(SUITE_KINDS)('a battle on %s', (kind) => {
  const fixture = openBattleFixture(kind)

  const itemsOf = (battleId: string) =>
    fixture.rows<{ item_id: string; price: number; player_id: number; locked: number }>(
      `select item_id, price::int, player_id, locked::int from items
        where source = 'battle' and reference = '${battleId}' order by id`,
    )
  const verified = async (battleId: string) => {
    const { proof } = battleProofReplySchema.parse(
      (await fixture.site.guest().get(`/api/battles/${battleId}/proof`)).body,
    )
    const chains = [fixture.chain.chain]
    const steps = await verifyBattle(proof, { hashing: nodeHashing, chains, randomness: verifyRandomness })
    return BATTLE_STEPS.map((step) => steps[step].verdict)
  }

  it('is made, joined, locked, drawn and settled', async () => {
    const [one, two] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const made = await fixture.create(one)
    const { price, id } = made.battle
    expect(made.balance).toBe(10_000 - price)
    expect(made.battle).toMatchObject({ state: 'open', ownBattle: true, endedBy: null, result: null, locks: [] })
    expect(made.battle.seats).toMatchObject([{ slot: 1, own: true, percent: 100 }])
    const joined = await fixture.join(two, made.battle, 2)
    expect(joined.battle).toMatchObject({ state: 'locked', ownBattle: false, result: null })
    expect(joined.battle.seats).toMatchObject([{ own: false }, { own: true }])
    expect(joined.balance).toBe(10_000 - price)
    const [lock] = joined.battle.locks
    expect(lock).toMatchObject({ sentAt: fixture.nowMs, drawAt: fixture.nowMs + SEED_COUNTDOWN_MS })
    const { randomness, seats, rounds } = joined.battle
    if (randomness.source !== 'seed') throw new Error('A sandbox draws from seeds')
    expect(randomness.serverSeed).toBeNull()
    const bound = {
      battle: id,
      ...({ format: '1v1', mode: 'normal', crazy: false } as const),
      rounds: rounds.map((round) => ({ odds: round.oddsHash, price: round.price })),
      seats: [made, joined].map(({ receipt }, at) => ({
        id: receipt ?? '',
        seed: seats[at]?.seed ?? '',
        percent: 100,
      })),
      source: { source: 'seed' as const, commit: randomness.commit },
    }
    expect(lock?.text).toBe(lockText(bound))
    const drawn = await fixture.draw(id)
    expect(drawn).toMatchObject({ result: null, startsAt: fixture.nowMs })
    const { result, rounds: drops } = await computed(drawn, fixture.secretOf(drawn))
    // Nothing spoils the show.
    await fixture.pass(timelineMs({ rounds: 2, fast: true }) - 1)
    expect((await fixture.view(id)).state).toBe('drawn')
    for (const who of [one, two]) {
      expect((await who.get('/api/user/get')).body.user).toMatchObject({ balance: 10_000 - price, exp: 0 })
    }
    expect(await itemsOf(id)).toEqual([])
    await fixture.pass(1)
    expect((await fixture.view(id)).result).toEqual({ pot: result.potCents, winners: result.winners })
    const winner = result.winners[0] === 1 ? one : two
    expect(await itemsOf(id)).toEqual(
      drops.flat().map(({ entry }) => ({
        item_id: entry.itemId,
        price: entry.priceCents,
        player_id: winner.playerId,
        locked: 0,
      })),
    )
    for (const who of [one, two]) {
      expect((await who.get('/api/user/get')).body.user).toMatchObject({ balance: 10_000 - price, exp: price })
    }
    expect(await verified(id)).toEqual(BATTLE_STEPS.map(() => 'right'))
  })

  it('shows each step to those who watch it', async () => {
    const [one, two] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const created = await fixture.create(one)
    const told = () => fixture.eventsOf(created.battle).map(({ kind: event }) => event)
    await expect.poll(told).toEqual(['changed'])
    const { battle } = await fixture.join(two, created.battle, 2)
    expect(told()).toEqual(['changed', 'locked'])
    const drawn = await fixture.draw(battle.id)
    await expect.poll(told).toEqual(['changed', 'locked', 'drawn', 'changed'])
    await fixture.settle(drawn)
    await expect.poll(told).toHaveLength(5)
    const [made, locked, shown, running, settled] = fixture.eventsOf(battle)
    expect(made).toMatchObject({ id: battle.id, card: { state: 'open', seats: [{ slot: 1, own: false }] } })
    expect(locked).toMatchObject({ lock: battle.locks[0], card: { state: 'locked' } })
    expect(shown).toEqual({
      id: battle.id,
      kind: 'drawn',
      secret: fixture.secretOf(drawn),
      startsAt: drawn.startsAt,
    })
    expect(running).toMatchObject({ card: { state: 'drawn', result: null } })
    expect(settled).toMatchObject({ card: { state: 'settled', result: (await fixture.view(battle.id)).result } })
  })

  describe('of each format and mode', () => {
    const players: Browser[] = []

    async function play([format, mode, crazy]: Way): Promise<BattleView> {
      while (players.length < 6) players.push(await fixture.site.newPlayer())
      const [creator, ...others] = players.slice(0, BATTLE_FORMATS[format].seats)
      if (creator === undefined) throw new Error('A battle has seats')
      const url = fixture.cases()[0]?.url ?? ''
      let { battle } = await fixture.create(creator, { format, mode, crazy, rounds: [url, url, url] })
      for (const [at, who] of others.entries()) battle = (await fixture.join(who, battle, at + 2)).battle
      return battle
    }

    it.each(WAYS)('%s %s, crazy: %s, pays exactly what was drawn', async (format, mode, crazy) => {
      const battle = await play([format, mode, crazy])
      const before = await Promise.all(players.map((who) => fixture.balanceOf(who)))
      const drawn = await fixture.draw(battle.id)
      const { result } = await computed(drawn, fixture.secretOf(drawn))
      const settled = await fixture.settle(drawn)
      expect(settled.result).toEqual({ pot: result.potCents, winners: result.winners })
      const after = await Promise.all(players.map((who) => fixture.balanceOf(who)))
      const items = await itemsOf(battle.id)
      for (const [at, share] of result.shareCents.entries()) {
        const gained = (after[at] ?? 0) - (before[at] ?? 0)
        const worth = items
          .filter((item) => item.player_id === players[at]?.playerId)
          .reduce((sum, { price }) => sum + price, 0)
        expect(gained + worth).toBe(share)
        expect(worth > 0).toBe(result.givesItems && share > 0)
      }
      expect(await verified(battle.id)).toEqual(BATTLE_STEPS.map(() => 'right'))
    })
  })
})
