// Sockets of sessions that the operator's command line ended: a running server finds them by itself.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeEndedSessions } from '../../../src/server/realtime/ended-sessions.ts'
import { signOutEverywhere } from '../../../src/server/services/end-sessions.ts'
import { DATABASE_KINDS } from '../../support/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/site.ts'

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

  it('are closed within ten seconds, and nobody else’s', async () => {
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
    expect(await signOutEverywhere(site.db, gone.playerId)).toBe(1)
    vi.advanceTimersByTime(10_000)
    await stop()
    expect([...open]).toEqual([await sessionOf(staying)])
    expect(open).not.toContain(endedId)
    expect(faults).toEqual([])
  })
})

// PGlite does one thing at a time.
describe.each(DATABASE_KINDS.filter((kind) => kind === 'postgres'))('a sign-in that is under way on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind)
  })

  afterAll(() => site.close())

  /** How many wait for a lock that have written in the table of codes; a job of the site may wait for something else. */
  async function waiting(): Promise<number> {
    const [row] = await site.db.run<{ count: string }>(
      {
        name: 'waiting-here',
        text: `select count(*) as count from pg_locks as waiting where not granted
          and pid in (select pid from pg_locks where granted and relation = 'sign_in_codes'::regclass)`,
      },
      [],
    )
    return Number(row?.count)
  }

  it('is ended with all the others, between its code and its session too', async () => {
    const { playerId } = await site.newPlayer()
    const { sessions } = site.services
    const { code, browser } = await sessions.makeCode(playerId)
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Whoever writes a session looks at its player: with his row held, the code is used and the session not there yet.
    const holding = site.db.transaction(async (tx) => {
      await tx.execute(`select from players where id = ${playerId} for update`)
      held.resolve()
      await release.promise
    })
    await held.promise
    const redeeming = sessions.redeemCode(code, browser, { agent: 'Firefox', address: '127.0.0.1' })
    await expect.poll(waiting).toBe(1)
    const ending = signOutEverywhere(site.db, playerId)
    await Promise.race([ending, expect.poll(waiting).toBe(2)])
    release.resolve()
    await Promise.all([holding, redeeming, ending])
    const opened = await redeeming
    const known = await sessions.endedAmong([opened?.session.id ?? ''])
    expect(known).toEqual([opened?.session.id])
  })
})
