// The jobs of battles: they run when the next step is due, and tell of a draw whose process was gone before it could.
import { describe, expect, it } from 'vitest'
import { timelineMs } from '../../../src/game/battles/timeline.ts'
import type { BattleEvent } from '../../../src/protocol/battle.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { createBattlesJob } from '../../../src/server/jobs/battles.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openBattleFixture } from './fixture.ts'

/** The longest and the shortest delay. */
const LOOK_MS = 2_000
const LEAST_MS = 250

describe.each(SUITE_KINDS)('the job of battles on %s', (kind) => {
  const fixture = openBattleFixture(kind)
  const runOnce = () => fixture.site.jobs.battles.runOnce()

  it('runs again when the next step is due, also after events about other battles', async () => {
    expect(await runOnce()).toBe(LOOK_MS)
    const one = (await fixture.full()).battle
    fixture.nowMs += 1_800
    const two = (await fixture.full()).battle
    fixture.nowMs += 100
    // Both are drawn 3 s after their last seat.
    expect(await runOnce()).toBe(1_100)
    fixture.nowMs += 1_100
    expect(await runOnce()).toBe(1_800)
    expect((await fixture.view(one.id)).state).toBe('drawn')
    fixture.nowMs += 1_700
    expect(await runOnce()).toBe(LEAST_MS)
    fixture.nowMs += 100
    await runOnce()
    expect((await fixture.view(two.id)).state).toBe('drawn')
    const endMs = timelineMs({ rounds: one.rounds.length, fast: one.fast })
    fixture.nowMs += endMs - 1_800 - 700
    expect(await runOnce()).toBe(700)
    await fixture.pass(60_000)
  })

  it('tells of a draw whose process was gone before its event, and pays it at the same time', async () => {
    const { battle } = await fixture.full()
    fixture.nowMs += 3_000
    const { db, log, ...rest } = fixture.site.components
    const transaction: typeof db.transaction = async (work, span) => {
      await db.transaction(work, span)
      throw new Error('This process is gone')
    }
    const quiet = Object.assign(Object.create(log), { error: () => undefined })
    const gone = await createServices({ ...rest, db: { ...db, transaction }, log: quiet, events: createEvents() })
    await gone.battles.drawing.drawSeeded()
    const drawn = await fixture.view(battle.id)
    // The battle is already drawn for every reader.
    expect(drawn).toMatchObject({ state: 'drawn', startsAt: fixture.nowMs })
    const events = createEvents()
    const heard: BattleEvent[] = []
    events.on('battle', (event) => void (event.kind === 'drawn' && heard.push(event)))
    const components = { ...fixture.site.components, events }
    const { battles } = await createServices(components)
    const job = createBattlesJob({ battles, ...components })
    expect(await job.runOnce()).toBe(1_000)
    expect(heard).toEqual([])
    fixture.nowMs += 1_000
    for (let run = 0; run < 2; run++) await job.runOnce()
    expect(heard).toEqual([{ id: battle.id, kind: 'drawn', secret: fixture.secretOf(drawn), startsAt: drawn.startsAt }])
    const endMs = timelineMs({ rounds: battle.rounds.length, fast: battle.fast })
    await fixture.pass(endMs - 1_000 - 1)
    expect((await fixture.view(battle.id)).state).toBe('drawn')
    await fixture.pass(1)
    expect((await fixture.view(battle.id)).state).toBe('settled')
    battles.stop()
  })
})
