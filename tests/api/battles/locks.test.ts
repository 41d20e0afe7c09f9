// Locks of a process that is gone at each point between the last seat and the draw, or whose database is slow. What was public stays
// the lock of its battle; what was not public, and could not be sent in time, is locked again on a later round.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeHashing } from '../../../scripts/verify/check-export.ts'
import { isSentInTime, LOCK_AHEAD_MS, LOCK_SENT_BEFORE_MS } from '../../../src/game/battles/lock.ts'
import { BATTLE_STEPS, verifyBattle } from '../../../src/game/battles/proof.ts'
import { roundTime } from '../../../src/game/fairness/beacon.ts'
import { type BattleEvent, type BattleView, battleProofReplySchema } from '../../../src/protocol/battle.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { verifyRandomness } from '../../../src/server/beacon/drand/signature.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { type BattlesJob, createBattlesJob } from '../../../src/server/jobs/battles.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openBattleFixture } from './fixture.ts'

/** Others look for a lock after this time. */
const GRACE_MS = 1_000
const SENT = 'battle-locks-sent'
const ANNOUNCED = 'battle-locks-announced'

describe.each(SUITE_KINDS)('the lock of a battle on %s', (kind) => {
  const fixture = openBattleFixture(kind, { withBeacon: true })
  const { chain } = fixture.chain

  const proofOf = async (id: string) =>
    battleProofReplySchema.parse((await fixture.site.guest().get(`/api/battles/${id}/proof`)).body).proof
  const verified = async (id: string) => {
    const tools = { hashing: nodeHashing, chains: [chain], randomness: verifyRandomness }
    const steps = await verifyBattle(await proofOf(id), tools)
    return BATTLE_STEPS.map((step) => steps[step].verdict)
  }
  const drawAtOf = async (id: string): Promise<number> => {
    const [row] = await fixture.rows<{ at: string }>(
      `select (extract(epoch from max(draw_at)) * 1000)::bigint as at from battle_locks where battle_id = '${id}'`,
    )
    return Number(row?.at)
  }

  /** Another process with the same database, and what it tells of battles. */
  async function another(): Promise<{ job: BattlesJob; heard: BattleEvent[] }> {
    const components = { ...fixture.site.components, events: createEvents() }
    const heard: BattleEvent[] = []
    components.events.on('battle', (event) => void heard.push(event))
    const { battles } = await createServices(components)
    return { job: createBattlesJob({ battles, ...components }), heard }
  }

  /** Draws and pays a battle, and checks its proof. */
  async function end(id: string): Promise<BattleView> {
    const settled = await fixture.settle(await fixture.draw(id))
    expect(await verified(id)).toEqual(BATTLE_STEPS.map(() => 'right'))
    return settled
  }

  it('that was not sent is nowhere, and is sent by another process in time', async () => {
    const { id } = await fixture.lockAt(SENT, 'before')
    expect(await fixture.view(id)).toMatchObject({ state: 'locked', locks: [], randomness: { round: null } })
    expect(await proofOf(id)).toMatchObject({ locks: [], seats: [] })
    const { job, heard } = await another()
    fixture.nowMs += GRACE_MS
    await job.runOnce()
    const sent = await fixture.view(id)
    expect(sent.locks).toMatchObject([{ sentAt: fixture.nowMs, lockedAt: fixture.nowMs - GRACE_MS }])
    expect(heard).toMatchObject([{ id, kind: 'locked', lock: sent.locks[0] }])
    expect((await end(id)).locks).toHaveLength(1)
  })

  it('that could not be sent in time is followed by another on a later round, in public', async () => {
    const { id } = await fixture.lockAt(SENT, 'before')
    const firstAt = await drawAtOf(id)
    fixture.nowMs = firstAt - LOCK_SENT_BEFORE_MS + 1
    const { job, heard } = await another()
    await job.runOnce()
    const { locks } = await fixture.view(id)
    expect(locks).toMatchObject([{ sentAt: null, drawAt: firstAt }, { sentAt: fixture.nowMs }])
    expect(locks[1]?.drawAt).toBeGreaterThanOrEqual(fixture.nowMs + LOCK_AHEAD_MS)
    expect(heard).toMatchObject([{ id, kind: 'locked', lock: locks[1] }])
    expect(fixture.log.filter((line) => line.includes('a lock was sent too late'))).toHaveLength(1)
    // The first round does not draw it.
    await fixture.pass(firstAt - fixture.nowMs)
    expect((await fixture.view(id)).state).toBe('locked')
    expect((await end(id)).locks).toHaveLength(2)
  })

  it.each([
    [SENT, 'after'],
    [ANNOUNCED, 'before'],
  ] as const)('of a process that is gone at %s (%s) is public, and told again by another', async (name, moment) => {
    const { id } = await fixture.lockAt(name, moment)
    const { locks } = await fixture.view(id)
    expect(locks).toMatchObject([{ sentAt: fixture.nowMs }])
    expect(await proofOf(id)).toMatchObject({ locks: [{ sentAt: fixture.nowMs }] })
    const { job, heard } = await another()
    await job.runOnce()
    expect(heard).toEqual([])
    fixture.nowMs += GRACE_MS
    for (let run = 0; run < 2; run++) await job.runOnce()
    expect(heard).toMatchObject([{ id, kind: 'locked', lock: locks[0] }])
    expect((await end(id)).locks).toEqual(locks)
  })

  it.each([
    ['too late to send it', -LOCK_SENT_BEFORE_MS + 1],
    ['after its round', 60_000],
  ] as const)('that is public is not replaced when the next process starts %s', async (_, laterMs) => {
    const { id } = await fixture.lockAt(SENT, 'after')
    const { locks } = await fixture.view(id)
    fixture.nowMs = (await drawAtOf(id)) + laterMs
    const { job } = await another()
    await job.runOnce()
    expect((await fixture.view(id)).locks).toEqual(locks)
    expect((await end(id)).locks).toEqual(locks)
  })

  it('that cannot be replaced keeps no other from being sent', async () => {
    const bad = await fixture.lockAt(SENT, 'before')
    const good = await fixture.lockAt(SENT, 'before')
    const resize = (seats: number): Promise<unknown> =>
      fixture.rows(`update battles set seats = ${seats}, filled = ${seats} where id = '${bad.id}'`)
    await resize(3)
    fixture.nowMs = (await drawAtOf(good.id)) - LOCK_SENT_BEFORE_MS + 1
    const { job } = await another()
    await job.runOnce()
    expect((await fixture.view(good.id)).locks.map(({ sentAt }) => sentAt)).toEqual([null, fixture.nowMs])
    expect((await fixture.view(bad.id)).locks).toEqual([])
    const errors = fixture.log.splice(0).filter((line) => line.includes('"level":50'))
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ battle: bad.id, msg: 'a lock could not be sent' }])
    await resize(2)
    await job.runOnce()
    for (const ms of [60_000, 60_000]) await fixture.pass(ms)
    for (const { id } of [bad, good]) expect((await fixture.view(id)).state).toBe('settled')
  })

  it('that the database kept until it was too late is replaced, and not sent as if it were in time', async () => {
    const [one, two] = await fixture.two()
    const { battle } = await fixture.create(one)
    const { db } = fixture.site
    const slow: Database = {
      ...db,
      run: async <Row>(...given: Parameters<Database['run']>) => {
        const rows = await db.run<Row>(...given)
        if (given[0].name === 'battle-take-seats') fixture.nowMs += LOCK_AHEAD_MS + 1_000
        return rows
      },
    }
    const events = createEvents()
    const sentInTime: boolean[] = []
    events.on('battle', (event) => {
      if (event.kind !== 'locked') return
      const { round } = JSON.parse(event.lock.text)
      sentInTime.push(event.lock.sentAt === fixture.nowMs && isSentInTime(chain, round, fixture.nowMs))
      expect(event.lock.drawAt).toBe(roundTime(chain, round))
    })
    const { battles } = await createServices({ ...fixture.site.components, db: slow, events })
    const body = fixture.joinBody(battle, 2)
    const key = idempotencyKeyOf(two.playerId, randomUUID(), 'join', body)
    const reply = await battles.joining.join(two.playerId, battle.id, body, key)
    expect(sentInTime).toEqual([true])
    expect(reply.battle.locks.map(({ sentAt }) => sentAt === null)).toEqual([true, false])
    await end(battle.id)
  })
})
