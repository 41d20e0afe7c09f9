// Updates that nobody notices: two instances behind the nginx of deploy/ are restarted, or hang, while players play.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byRun } from '../support/runner/long-run.ts'
import { listenAt } from '../support/sites/instances.ts'
import { CAN_PROXY } from '../support/sites/proxied-site.ts'
import { hang, openRollingSite, type RollingSite, roll, underLoad } from '../support/sites/rolling.ts'

const MINUTE_MS = 60_000

describe.skipIf(!CAN_PROXY)('two instances behind nginx', () => {
  let site: RollingSite

  beforeAll(async () => {
    site = await openRollingSite()
  }, 4 * MINUTE_MS)

  afterAll(() => site?.close())

  it('lose no call in rolling updates', { timeout: 20 * MINUTE_MS }, async () => {
    const report = await underLoad(site, () => roll(site, byRun(1, 10)))
    expect(report.failures, site.log()).toEqual([])
    expect(report.repeated, site.log()).toEqual([])
    expect(report.calls).toBeGreaterThan(100)
  })

  it('send the sockets of one that stops to the other', { timeout: 2 * MINUTE_MS }, async () => {
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => listenAt(`http://${site.realtime.host}:${site.realtime.port}`)),
    )
    const [first] = site.instances
    const connections = sockets.map((socket) => socket.id)
    first.signal('SIGTERM')
    await first.ended()
    // All have the same address and browser, so nginx had sent them to one instance: to this one, or to the other.
    await expect.poll(() => sockets.every(({ connected }) => connected), { timeout: MINUTE_MS }).toBe(true)
    await first.start()
    const [, second] = site.instances
    second.signal('SIGTERM')
    await second.ended()
    await expect.poll(() => sockets.every(({ connected }) => connected), { timeout: MINUTE_MS }).toBe(true)
    expect(sockets.every(({ id }) => !connections.includes(id))).toBe(true)
    await second.start()
    for (const socket of sockets) socket.disconnect()
  })

  // How long visitors wait is measured by `npm run bench -- rolling`.
  it('lose no call while one hangs', { timeout: 10 * MINUTE_MS }, async () => {
    const report = await underLoad(site, () => hang(site, byRun(1, 10), 10_000))
    expect(report.failures, site.log()).toEqual([])
    expect(report.calls).toBeGreaterThan(10)
  })

  it('answer with a page to a browser, and with JSON to a call, when both are gone', async () => {
    for (const instance of site.instances) instance.signal('SIGKILL')
    await Promise.all(site.instances.map((instance) => instance.ended()))
    const address = `http://${site.front.host}:${site.front.port}`
    const page = await fetch(`${address}/`, { headers: { accept: 'text/html,application/xhtml+xml' } })
    expect([502, 504]).toContain(page.status)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('retry-after')).toBe('2')
    const html = await page.text()
    for (const language of ['en', 'ru', 'uk']) expect(html).toContain(`lang="${language}"`)
    expect(html).not.toMatch(/src=|https?:/)
    const call = await fetch(`${address}/api/live`)
    expect([502, 504]).toContain(call.status)
    expect(await call.json()).toMatchObject({ success: false, code: 'away' })
  })

  it('have an access log of JSON lines without queries and cookies', async () => {
    const address = `http://${site.front.host}:${site.front.port}`
    await fetch(`${address}/api/auth/steam/return?openid.sig=a-secret`, { headers: { cookie: 'token=a-secret' } })
    await fetch(`${address}/en/overlay/a-secret`, { headers: { referer: 'http://x.test/?code=a-secret' } })
    await expect.poll(async () => (await readFile(site.accessLog, 'utf8')).includes('/en/overlay/')).toBe(true)
    const text = await readFile(site.accessLog, 'utf8')
    expect(text).not.toContain('a-secret')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.at(-1)).toMatchObject({ method: 'GET', path: '/en/overlay/*', status: expect.any(Number) })
    expect(lines.at(-2)).toMatchObject({ path: '/api/auth/steam/return' })
  })
})
