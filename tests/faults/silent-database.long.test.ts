// A PostgreSQL that accepts connections and never answers. No call hangs for ten seconds; committed results are found
// when the call is retried with its key; and the server recovers when it answers again. PGlite has no connection that
// could hang.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { audit } from '../support/databases/audit.ts'
import { type CuttableConnection, openCuttableConnection } from '../support/databases/cuttable-connection.ts'
import { type CuttingProxy, type Moment, openCuttingProxy } from '../support/databases/cutting-proxy.ts'
import { DATABASE_KINDS, migratedPostgres } from '../support/databases/databases.ts'
import { contract, open, playAll, sell, signInPlayer, upgrade, withdraw } from '../support/players/game-player.ts'
import type { ExpectedHoldings } from '../support/sites/expected-holdings.ts'
import { type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'

const PLAYERS = 24
const HUNG_MS = 10_000

/** One after the other, each alone: a connection is closed after six and a half seconds. */
const SILENCES: readonly { moment: Moment; name: string; call: (holdings: ExpectedHoldings) => Promise<void> }[] = [
  { moment: 'within', name: 'a sale', call: sell },
  { moment: 'before', name: 'an upgrade', call: upgrade },
  { moment: 'after', name: 'an opening', call: open },
  { moment: 'after', name: 'a contract', call: contract },
  { moment: 'after', name: 'a withdrawal', call: withdraw },
]

/** The table that every keyed call writes in its transaction. */
const KEPT = /insert into "?idempotency_keys/

describe.runIf(DATABASE_KINDS.includes('postgres'))('a PostgreSQL that never answers', () => {
  let site: KillableServer
  let proxy: CuttingProxy
  let line: CuttableConnection
  let allHoldings: ExpectedHoldings[]
  /** Calls that were retried because the first response was a fault, or missing. */
  let unanswered = 0

  beforeAll(async () => {
    // The server connects through a line that can fall silent completely, and through a proxy that can fall silent
    // during a COMMIT.
    site = await openKillableServer('postgres', async (url) => {
      proxy = await openCuttingProxy(url)
      line = await openCuttableConnection(Number(new URL(proxy.url).port))
      const by = new URL(url)
      by.host = `127.0.0.1:${line.port}`
      return by.href
    })
    allHoldings = []
    for (const code of await site.server.start(PLAYERS)) allHoldings.push(await signInPlayer(site.server, code))
    for (const { player } of allHoldings) {
      player.waitForRecovery = async () => {
        unanswered++
      }
    }
  })

  afterAll(async () => {
    await site.close()
    await line.close()
    await proxy.close()
  })

  const slowest = (): number => Math.max(...allHoldings.map(({ player }) => player.slowestMs))
  const ask = async (path: string) => fetch(`${await site.server.address()}${path}`)

  it.each(SILENCES)(
    'in one connection, $moment the COMMIT of $name, causes a retry and one effect',
    async ({ moment, call }) => {
      const holdings = allHoldings[0] as ExpectedHoldings
      while (holdings.owned.size < 20) await open(holdings)
      const { interrupted } = holdings
      void proxy.cutNext({ touching: KEPT, moment, hold: true })
      await call(holdings)
      expect(proxy.isWaiting()).toBe(false)
      expect(holdings.interrupted).toBe(interrupted + 1)
      expect(slowest()).toBeLessThan(HUNG_MS)
      await open(holdings)
    },
  )

  it('leads to 503 with an id, makes the server unready, and recovers without a restart', async () => {
    let isOver = false
    const playing = Promise.all(allHoldings.map((holdings) => playAll(holdings, 0, () => isOver)))
    const count = (): number => allHoldings.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    try {
      line.silence()
      const asked = performance.now()
      const [raffles, ready, waitForHydration] = await Promise.all([ask('/api/raffle'), ask('/ready'), ask('/health')])
      expect(performance.now() - asked).toBeLessThan(HUNG_MS)
      expect([raffles.status, ready.status, waitForHydration.status]).toEqual([503, 503, 200])
      expect(await ready.json()).toEqual({ status: 'no database' })
      expect(Number(raffles.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await raffles.json()).toMatchObject({ success: false, code: 'away', id: expect.any(String) })
      // All calls in progress have been given up by now.
      unanswered = 0
      await expect.poll(() => unanswered).toBeGreaterThan(2 * PLAYERS)
      const before = count()
      line.restore()
      await expect.poll(async () => (await ask('/ready')).status).toBe(200)
      await Promise.race([expect.poll(count).toBeGreaterThan(before + PLAYERS), playing])
    } finally {
      line.restore()
      isOver = true
    }
    await playing
    expect(site.server.ended()).toBe(false)
    expect(slowest()).toBeLessThan(HUNG_MS)
  })

  it('loses, creates and doubles nothing', async () => {
    await site.server.kill()
    const lines = allHoldings.flatMap((holdings) => [
      ...holdings.takeLines(),
      `balance ${holdings.balance} of ${holdings.playerId}`,
    ])
    const { breaches, deadlocks } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect({ breaches, deadlocks }).toEqual({ breaches: [], deadlocks: 0 })
  })
})

describe.runIf(DATABASE_KINDS.includes('postgres'))('the statement timeout', () => {
  it('is short for a call, and does not cancel long operations', async () => {
    const scratch = await migratedPostgres()
    const quiet = (): void => undefined
    const db = await openPostgres({
      url: scratch.url,
      connections: 2,
      onRetry: quiet,
      onIdleFault: quiet,
      statementMs: 500,
    })
    const slow = "select pg_sleep(2), 'done' as said"
    const cut = await db.transaction((tx) => tx.execute(slow)).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(cut)).toBe(true)
    expect(isDatabaseUnavailable(await db.queries.execute(slow).then(quiet, (error: unknown) => error))).toBe(true)
    expect(await db.transaction((tx) => tx.execute(slow), 'long')).toMatchObject({ rows: [{ said: 'done' }] })
    await db.close()
    await scratch.drop()
  })
})
