// Sockets of sessions that the operator's command line ended: a running server finds them by itself.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeEndedSessions } from '../../../src/server/realtime/ended-sessions.ts'
import { signOutEverywhere } from '../../../src/server/services/end-sessions.ts'
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
