// A PostgreSQL that is connected to and never answers. No call hangs on it for ten seconds; what it had done is found when the call is
// sent again under its key; and all goes on by itself once it answers. PGlite has no connection that could fall silent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseAway } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { contract, open, playAll, sell, sitDown, upgrade, withdraw } from '../support/all-games.ts'
import { audit } from '../support/audit.ts'
import { type CuttableLine, openLine } from '../support/cuttable-line.ts'
import { type CuttingProxy, type Moment, openCuttingProxy } from '../support/cutting-proxy.ts'
import { DATABASE_KINDS, migratedPostgres } from '../support/databases.ts'
import type { Hand } from '../support/hand.ts'
import { type MortalSite, openMortalSite } from '../support/mortal-site.ts'

const PLAYERS = 24
const HUNG_MS = 10_000

/** One after the other, each alone: a connection is given up after six and a half seconds. */
const SILENCES: readonly { moment: Moment; name: string; call: (hand: Hand) => Promise<void> }[] = [
  { moment: 'within', name: 'a sale', call: sell },
  { moment: 'before', name: 'an upgrade', call: upgrade },
  { moment: 'after', name: 'an opening', call: open },
  { moment: 'after', name: 'a contract', call: contract },
  { moment: 'after', name: 'a withdrawal', call: withdraw },
]

/** What every call with a key writes in its transaction. */
const KEPT = /insert into "?idempotency_keys/

describe.runIf(DATABASE_KINDS.includes('postgres'))('a PostgreSQL that never answers', () => {
  let site: MortalSite
  let proxy: CuttingProxy
  let line: CuttableLine
  let hands: Hand[]
  /** Calls that were sent again because the first answer was a fault, or none. */
  let unanswered = 0

  beforeAll(async () => {
    // The server speaks through a line that can fall silent as a whole, and behind it through a proxy that can fall silent in a COMMIT.
    site = await openMortalSite('postgres', async (url) => {
      proxy = await openCuttingProxy(url)
      line = await openLine(Number(new URL(proxy.url).port))
      const by = new URL(url)
      by.host = `127.0.0.1:${line.port}`
      return by.href
    })
    hands = []
    for (const code of await site.server.start(PLAYERS)) hands.push(await sitDown(site.server, code))
    for (const { player } of hands) {
      player.outlast = async () => {
        unanswered++
      }
    }
  })

  afterAll(async () => {
    await site.close()
    await line.close()
    await proxy.close()
  })

  const slowest = (): number => Math.max(...hands.map(({ player }) => player.slowestMs))
  const ask = async (path: string) => fetch(`${await site.server.address()}${path}`)

  it.each(SILENCES)(
    'in one connection, $moment the COMMIT of $name, costs a repetition and has one effect',
    async ({ moment, call }) => {
      const hand = hands[0] as Hand
      while (hand.owned.size < 20) await open(hand)
      const { interrupted } = hand
      void proxy.cutNext({ touching: KEPT, moment, hold: true })
      await call(hand)
      expect(proxy.isWaiting()).toBe(false)
      expect(hand.interrupted).toBe(interrupted + 1)
      expect(slowest()).toBeLessThan(HUNG_MS)
      await open(hand)
    },
  )

  it('is answered for with 503 and an id, is not ready, and goes on by itself', async () => {
    let isOver = false
    const playing = Promise.all(hands.map((hand) => playAll(hand, 0, () => isOver)))
    const count = (): number => hands.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    try {
      line.hush()
      const asked = performance.now()
      const [raffles, ready, alive] = await Promise.all([ask('/api/raffle'), ask('/ready'), ask('/health')])
      expect(performance.now() - asked).toBeLessThan(HUNG_MS)
      expect([raffles.status, ready.status, alive.status]).toEqual([503, 503, 200])
      expect(await ready.json()).toEqual({ status: 'no database' })
      expect(Number(raffles.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await raffles.json()).toMatchObject({ success: false, code: 'away', id: expect.any(String) })
      // All that was under way has been given up by now, and more.
      unanswered = 0
      await expect.poll(() => unanswered).toBeGreaterThan(2 * PLAYERS)
      const before = count()
      line.mend()
      await expect.poll(async () => (await ask('/ready')).status).toBe(200)
      await Promise.race([expect.poll(count).toBeGreaterThan(before + PLAYERS), playing])
    } finally {
      line.mend()
      isOver = true
    }
    await playing
    expect(site.server.ended()).toBe(false)
    expect(slowest()).toBeLessThan(HUNG_MS)
  })

  it('loses, makes and doubles nothing', async () => {
    await site.server.kill()
    const lines = hands.flatMap((hand) => [...hand.takeLines(), `balance ${hand.balance} of ${hand.playerId}`])
    const { breaches, deadlocks } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect({ breaches, deadlocks }).toEqual({ breaches: [], deadlocks: 0 })
  })
})

describe.runIf(DATABASE_KINDS.includes('postgres'))('the time that a statement may take', () => {
  it('is short for a call, and does not cut off what is long', async () => {
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
    expect(isDatabaseAway(cut)).toBe(true)
    expect(isDatabaseAway(await db.queries.execute(slow).then(quiet, (error: unknown) => error))).toBe(true)
    expect(await db.transaction((tx) => tx.execute(slow), 'long')).toMatchObject({ rows: [{ said: 'done' }] })
    await db.close()
    await scratch.drop()
  })
})
