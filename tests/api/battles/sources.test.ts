// Battles whose site draws from another source than they were made with: they keep theirs. One of a chain that nobody knows any more is
// refunded, by its seats when it is open, and a day after its round when it is locked.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BattleView } from '../../../src/protocol/battle.ts'
import type { Beacon } from '../../../src/server/beacon/beacon.ts'
import { createDrand } from '../../../src/server/beacon/drand/drand.ts'
import { createBattleDrawsJob, createBattlesJob } from '../../../src/server/jobs/battles.ts'
import { gatherBeacons } from '../../../src/server/services/battles/beacons.ts'
import { stuckBattles } from '../../../src/server/services/battles/stuck.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices, type Services } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { makeChain, startRelay, type TestRelay } from '../../support/outside/beacon-relay.ts'
import { runOps } from '../../support/runner/command.ts'
import type { Browser } from '../../support/sites/site.ts'
import { openBattleFixture } from './fixture.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('a battle whose site has another source on %s', (kind) => {
  const fixture = openBattleFixture(kind, { withBeacon: true })
  const otherChain = makeChain('later')
  let relay: TestRelay
  let later: Beacon

  beforeAll(async () => {
    relay = await startRelay(otherChain, () => fixture.nowMs)
    later = createDrand({ chain: otherChain.chain, relays: [relay.address], fetch })
  })

  afterAll(() => relay.close())

  /** The site after its settings changed. */
  async function siteOf(beacon: Beacon | null, otherBeacons: readonly Beacon[]) {
    const components = { ...fixture.site.components, beacon, otherBeacons }
    const services = await createServices(components)
    const parts = { ...components, battles: services.battles }
    const [job, draws] = [createBattlesJob(parts), createBattleDrawsJob(parts)]
    const pass = async (ms: number): Promise<void> => {
      fixture.nowMs += ms
      await job.runOnce()
      await draws.runOnce()
    }
    return { services, pass }
  }

  const earlier = (): Beacon => {
    const { beacon } = fixture.site.components
    if (beacon === null) throw new Error('The site has a beacon')
    return beacon
  }

  const join = ({ battles }: Services, who: Browser, battle: BattleView) => {
    const body = fixture.joinBody(battle, 2)
    return battles.joining.join(
      who.playerId,
      battle.id,
      body,
      idempotencyKeyOf(who.playerId, randomUUID(), 'join', body),
    )
  }

  it.each([
    ['another chain', true],
    ['committed seeds', false],
  ])('of %s is drawn from the round that it was locked with', async (_, hasLater) => {
    const { battle } = await fixture.full()
    const { services, pass } = await siteOf(hasLater ? later : null, [earlier()])
    await pass((battle.locks[0]?.drawAt ?? 0) - fixture.nowMs)
    const round = battle.randomness.source === 'drand' ? battle.randomness.round : null
    const signature = await fixture.chain.sign(round ?? 0)
    const drawn = await services.battles.views.view(battle.id, null)
    expect(drawn).toMatchObject({ state: 'drawn', randomness: { chain: fixture.chain.chain.hash, round, signature } })
    await fixture.settle(drawn)
  })

  it.each([
    ['another chain', true],
    ['committed seeds', false],
  ])('of %s is locked on the chain that it was made with', async (_, hasLater) => {
    const [creator, other] = await fixture.two()
    const { battle } = await fixture.create(creator)
    const { services, pass } = await siteOf(hasLater ? later : null, [earlier()])
    const { battle: locked } = await join(services, other, battle)
    const { chain } = JSON.parse(locked.locks[0]?.text ?? '{}')
    expect(chain).toBe(fixture.chain.chain.hash)
    await pass((locked.locks[0]?.drawAt ?? 0) - fixture.nowMs)
    await fixture.settle(await services.battles.views.view(battle.id, null))
  })

  it.each([
    ['a later chain', true],
    ['no chain', false],
  ])('that knows %s but its own ends with a refund: an open one at once', async (_, hasLater) => {
    const [creator, other] = await fixture.two()
    const { battle } = await fixture.create(creator)
    const { services, pass } = await siteOf(hasLater ? later : null, [])
    await expect(join(services, other, battle)).rejects.toMatchObject({ code: 'battle-closed' })
    await pass(0)
    expect(await fixture.view(battle.id)).toMatchObject({ state: 'cancelled', endedBy: 'source' })
    expect([await fixture.balanceOf(creator), await fixture.balanceOf(other)]).toEqual([10_000, 10_000])
    expect(await fixture.noticesOf(creator)).toEqual([expect.stringContaining('The battle was cancelled')])
  })

  it('that does not know its chain refunds a locked one a day after its round, and not before', async () => {
    const { battle, players } = await fixture.full({ percent: 50 })
    const drawAt = battle.locks[0]?.drawAt ?? 0
    const { pass } = await siteOf(later, [])
    await pass(drawAt + DAY_MS - 1 - fixture.nowMs)
    expect((await fixture.view(battle.id)).state).toBe('locked')
    await pass(1)
    expect(await fixture.view(battle.id)).toMatchObject({ state: 'cancelled', endedBy: 'source' })
    expect(await Promise.all(players.map((who) => fixture.balanceOf(who)))).toEqual([10_000, 10_000])
    expect(await fixture.heldBy(battle)).toBe(0)
  })

  it('is listed for the operator with what it waits for', async () => {
    const waiting = (await fixture.full()).battle
    const unsent = await fixture.lockAt('battle-locks-sent', 'before')
    const untold = (await fixture.full()).battle
    const unpaid = (await fixture.full()).battle
    const open = (await fixture.create(await fixture.site.newPlayer())).battle
    fixture.relay.fault = 'down'
    const stepsAt = async (laterMs: number, beacons: readonly Beacon[]) => {
      const at = new Date(fixture.nowMs + laterMs)
      const stuck = await stuckBattles(fixture.site.db, gatherBeacons(beacons), { at, most: 10 })
      return Object.fromEntries(stuck.map(({ battle, step }) => [battle.id, step]))
    }
    expect(await stepsAt(0, [earlier()])).toEqual({})
    const started = `now() - interval '1 day'`
    await fixture.site.db.asOwner(
      `update battles set state = 'drawn', starts_at = ${started}, pot = 0, winners = array[1], shares = array[0, 0],
        due_at = ${started} + interval '1 second' where id = '${untold.id}'`,
    )
    const half = 30 * 60_000 + 60_000
    const late = await stepsAt(half, [earlier()])
    expect(late).toMatchObject({
      [waiting.id]: 'round',
      [unsent.id]: 'lock',
      [untold.id]: 'event',
      [open.id]: 'expiry',
    })
    expect(await stepsAt(half, [later])).toMatchObject({
      [waiting.id]: 'chain',
      [unsent.id]: 'chain',
      [open.id]: 'chain',
    })
    await fixture.site.db.asOwner(
      `update battles set state = 'locked', starts_at = null, pot = null, winners = null, shares = null where id = '${untold.id}'`,
    )
    fixture.relay.fault = 'none'
    const drawn = await fixture.draw(unpaid.id)
    expect(await stepsAt(half, [earlier()])).toMatchObject({ [drawn.id]: 'payment' })
    const { code, out } = await runOps(['battles', 'stuck'], { DATA_DIR: randomUUID() }, fixture.site.db)
    expect([code, out]).toEqual([0, 'No battle waits for more than a minute.\n'])
    await fixture.pass(half)
  })

  it('that knows its chain never refunds a locked one', async () => {
    const { battle } = await fixture.full()
    fixture.relay.fault = 'down'
    await fixture.pass(30 * DAY_MS)
    expect((await fixture.view(battle.id)).state).toBe('locked')
    fixture.relay.fault = 'none'
    await fixture.pass(0)
    await fixture.settle(await fixture.view(battle.id))
  })
})
