// An instance whose machine is forty days ahead, beside one whose clock is right: raffles go by the database's clock, the instance is not
// ready, and a raffle that an older version opened ahead of time is removed by the operator's command.
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/server/base/ids.ts'
import type { Database } from '../../src/server/db/database.ts'
import { raffles } from '../../src/server/db/schema-rewards.ts'
import { runOps } from '../support/runner/command.ts'
import { CAN_RUN } from '../support/sites/instances.ts'
import { type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'

const HOUR_MS = 3_600_000
const AHEAD_MS = 40 * 24 * HOUR_MS

/** Runs before the server: moves the clock of its process as a wrong clock of its machine does. */
const AHEAD = `data:text/javascript,${encodeURIComponent(`
const now = Date.now
Date = class extends Date {
  constructor(...given) { super(...(given.length === 0 ? [now() + ${AHEAD_MS}] : given)) }
  static now() { return now() + ${AHEAD_MS} }
}`)}`

describe.skipIf(!CAN_RUN)('an instance whose clock is ahead', () => {
  let site: KillableServer
  let db: Database

  beforeAll(async () => {
    site = await openKillableServer('postgres', undefined, () => ({ NODE_OPTIONS: `--import=${AHEAD}` }))
    await site.server.start(0)
    db = await site.openDatabase()
  }, 90_000)

  afterAll(async () => {
    await db.close()
    await site.close()
  })

  const opened = (): Promise<Date[]> =>
    db.queries
      .select({ opensAt: raffles.opensAt })
      .from(raffles)
      .orderBy(asc(raffles.number))
      .then((rows) => rows.map(({ opensAt }) => opensAt))

  it('raffles of now are opened, and none of later', async () => {
    await expect.poll(async () => (await opened()).length, { timeout: 30_000 }).toBe(3)
    for (const opensAt of await opened()) expect(opensAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('the instance is not ready, and says why', async () => {
    const answer = await fetch(`${await site.server.address()}/ready`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ status: 'clock wrong', aheadSeconds: expect.closeTo(AHEAD_MS / 1000, -1) })
    expect(site.server.log.join('\n')).toContain("the clock of this machine is ahead of the database's")
  })

  it('raffles that were opened ahead of time are listed, and removed when the operator is sure', async () => {
    const [first] = await db.queries.select().from(raffles).limit(1)
    if (first === undefined) throw new Error('There is no raffle')
    const { number: _, ...row } = first
    const ahead = { opensAt: new Date(Date.now() + AHEAD_MS), closesAt: new Date(Date.now() + AHEAD_MS + HOUR_MS) }
    await db.queries.insert(raffles).values({ ...row, ...ahead, id: newId() })
    const environment = { DATA_DIR: site.folder }
    const listed = await runOps(['raffles', 'repair'], environment, db)
    expect(listed.out).toContain('1 raffles are of periods that have not begun.')
    expect(await opened()).toHaveLength(4)
    expect((await runOps(['raffles', 'repair', '--yes'], environment, db)).out).toMatch(/^1 raffles were removed/)
    expect(await opened()).toHaveLength(3)
    expect((await runOps(['raffles', 'repair', '--yes'], environment, db)).out).toBe('No raffle ran ahead.\n')
  })
})
