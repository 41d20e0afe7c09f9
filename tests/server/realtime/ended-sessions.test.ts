// Sockets of sessions that the operator's command line ended: a running server finds them by itself.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeEndedSessions } from '../../../src/server/realtime/ended-sessions.ts'
import { signOutEverywhere } from '../../../src/server/services/account/end-sessions.ts'
import { DATABASE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

describe('sockets of sessions that another process has ended', () => {
  let site: TestSite

  beforeEach(async () => {
    site = await openTestSite('pglite')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  afterEach(async () => {
    vi.useRealTimers()
    await site.close()
  })

  const sessionOf = async (browser: Browser): Promise<string> =>
    (await browser.get('/api/user/devices')).body.devices[0].id

  it('are closed within ten seconds, and no others', async () => {
    const [gone, staying] = [await site.newPlayer(), await site.newPlayer()]
    const open = new Set([await sessionOf(gone), await sessionOf(staying)])
    const faults: unknown[] = []
    const stop = closeEndedSessions({
      openSessions: () => [...open],
      endedAmong: site.services.sessions.endedAmong,
      closeSession: (sessionId) => open.delete(sessionId),
      log: { error: (fault) => faults.push(fault) },
    })
    const [endedId] = open
    expect(await signOutEverywhere(site.db, gone.playerId, OPERATOR)).toBe(1)
    vi.advanceTimersByTime(10_000)
    await stop()
    expect([...open]).toEqual([await sessionOf(staying)])
    expect(open).not.toContain(endedId)
    expect(faults).toEqual([])
  })
})

// PGlite runs one operation at a time.
describe.each(DATABASE_KINDS.filter((kind) => kind === 'postgres'))('a sign-in in progress on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  async function numbers(name: string, text: string, values: readonly unknown[]): Promise<Record<string, number>> {
    const [row] = await site.db.run<Record<string, string>>({ name, text }, values)
    return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, Number(value)]))
  }

  /** Returns how many transactions that wrote in this table of codes wait for a lock. */
  const WAITING = `select count(*) as waiting from pg_locks where not granted and pid in (
    select pid from pg_locks where granted and relation = 'sign_in_codes'::regclass
      and database = (select oid from pg_database where datname = current_database()))`

  const waiting = async (): Promise<number | undefined> => (await numbers('waiting', WAITING, [])).waiting

  const SESSIONS_OF = 'select count(*) as opened, count(ended_at) as ended from sessions where player_id = $1'

  it('is ended with all the others, also between its code and its session', async () => {
    const { playerId } = await site.newPlayer()
    const { sessions } = site.services
    const { code, browser } = await sessions.makeCode(playerId)
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A statement that writes a session locks its player: while the test holds that row, the code is used and the
    // session does not exist yet.
    const holding = site.db.transaction(async (tx) => {
      await tx.execute(`select from players where id = ${playerId} for update`)
      held.resolve()
      await release.promise
    })
    await held.promise
    const redeeming = sessions.redeemCode(code, browser, { agent: 'Firefox', address: '127.0.0.1' })
    await expect.poll(waiting).toBe(1)
    const ending = signOutEverywhere(site.db, playerId, OPERATOR)
    await Promise.race([ending, expect.poll(waiting).toBe(2)])
    release.resolve()
    await Promise.all([holding, redeeming, ending])
    // The new player's session and the new one: ended before the response, or after.
    expect(await numbers('sessions-of', SESSIONS_OF, [playerId])).toEqual({ opened: 2, ended: 2 })
  })
})
