// Battles that look like money moved between accounts are shown to operators, and make a person check withdrawals.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { battleFlags, battlePairs } from '../../../src/server/services/account/battle-pairs.ts'
import { readBacklog } from '../../../src/server/services/operations/backlog.ts'
import { reviewFacts } from '../../../src/server/services/withdrawal/review-facts.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { runOps } from '../../support/runner/command.ts'
import type { Browser } from '../../support/sites/site.ts'
import { openBattleFixture } from './fixture.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('battles between accounts on %s', (kind) => {
  const fixture = openBattleFixture(kind)

  const { two } = fixture
  const pairsOf = ({ playerId }: Browser) => battlePairs(fixture.site.db.queries, playerId, 10)
  const flagsOf = ({ playerId }: Browser) => battleFlags(fixture.site.db.queries, playerId, new Date(fixture.nowMs))
  const related = async ({ playerId }: Browser): Promise<string> =>
    (await runOps(['players', 'related', String(playerId)], { DATA_DIR: randomUUID() }, fixture.site.db)).out

  async function play(one: Browser, other: Browser, wish = {}) {
    const { battle } = await fixture.create(one, wish)
    const joined = await fixture.join(other, battle, 2)
    return fixture.settle(await fixture.draw(joined.battle.id))
  }

  it('who share nothing are not listed', async () => {
    const [one, other] = await two()
    await play(one, other)
    expect(await pairsOf(one)).toEqual([])
    expect(await flagsOf(one)).toEqual([])
    expect(await related(one)).not.toContain('BATTLES')
  })

  it('who share a device are listed with what each won', async () => {
    const [one, other] = await two()
    for (const { playerId } of [one, other]) {
      await fixture.site.services.recordTraces({ playerId, device: 'a', subnet: 'b', atMs: fixture.nowMs })
    }
    const battles = [await play(one, other), await play(other, one)]
    const pot = battles.reduce((sum, { result }) => sum + (result?.pot ?? 0), 0)
    const [pair] = await pairsOf(one)
    expect(pair).toMatchObject({ playerId: other.playerId, battles: 2, isPaired: true, received: 0, given: 0 })
    expect((pair?.won ?? 0) + (pair?.lost ?? 0)).toBe(pot)
    expect(await flagsOf(one)).toEqual(['paired'])
    expect(await related(one)).toMatch(new RegExp(`\\b${other.playerId} +\\d{4}-\\d\\d-\\d\\d +Player \\d+ +2 +shared`))
    fixture.nowMs += 31 * DAY_MS
    expect(await flagsOf(one)).toEqual([])
  })

  it('of whom one pays for the other are listed with what was paid', async () => {
    const [one, other] = await two()
    const { price } = await play(one, other, { isPrivate: true, fund: 100 })
    expect(await pairsOf(one)).toMatchObject([{ playerId: other.playerId, received: 0, given: price, isPaired: false }])
    expect(await pairsOf(other)).toMatchObject([{ playerId: one.playerId, received: price, given: 0 }])
    expect(await flagsOf(one)).toEqual([])
    expect(await flagsOf(other)).toEqual(['funded'])
  })

  it('of whom one pays for the other again and again are flagged, however much that one plays besides', async () => {
    const [giver, taker, third] = [await fixture.site.newPlayer(), ...(await two())]
    await fixture.rich([giver, taker, third])
    await play(giver, taker, { isPrivate: true, fund: 50 })
    for (let at = 0; at < 3; at++) await play(third, taker)
    expect(await flagsOf(taker)).toEqual(['funded'])
    expect(await flagsOf(giver)).toEqual([])
    expect(await flagsOf(third)).toEqual([])
    const { components } = fixture.site
    const parts = { ...components, catalogue: () => components.catalogue.current }
    const row = { id: randomUUID(), playerId: taker.playerId } as Parameters<typeof reviewFacts>[2]
    const facts = await reviewFacts(parts, fixture.site.db.queries, row, new Date(fixture.nowMs))
    expect([...facts.battles]).toEqual(['funded'])
  })

  it('are measured while they run', async () => {
    const before = await readBacklog(fixture.site.db, fixture.nowMs)
    const { battle } = await fixture.full()
    await fixture.create(await fixture.site.newPlayer())
    const count = async (laterMs = 0) => {
      const found = await readBacklog(fixture.site.db, fixture.nowMs + laterMs)
      return [
        found.battlesOpen - before.battlesOpen,
        found.battlesRunning - before.battlesRunning,
        found.battlesWaiting,
        found.battlesWaitingOldest,
        found.battlesSettlementLag,
      ]
    }
    expect(await count()).toEqual([1, 1, 0, 0, 0])
    expect(await count(63_000)).toEqual([1, 1, 1, 60, 0])
    const drawn = await fixture.draw(battle.id)
    const shownMs = (drawn.startsAt ?? 0) + 11_000 - fixture.nowMs
    expect(await count(shownMs + 5_000)).toEqual([1, 1, 0, 0, 5])
    await fixture.settle(drawn)
    expect(await count(60_000)).toEqual([1, 0, 0, 0, 0])
  })
})
