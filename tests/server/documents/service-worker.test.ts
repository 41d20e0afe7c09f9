// The script at /sw.js: plain JavaScript that browsers ask for each time, changed by another offline page, and its opposite when it is off.
import { createContext, runInContext, Script } from 'node:vm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeServiceWorker } from '../../../src/server/documents/service-worker.ts'
import { openTestSite, SITE_URL, type TestSite } from '../../support/sites/site.ts'

let on: TestSite
let off: TestSite

beforeAll(async () => {
  on = await openTestSite()
  off = await openTestSite(undefined, { environment: { SERVICE_WORKER: 'off' } })
})

afterAll(async () => {
  await on.close()
  await off.close()
})

it.each(['on', 'off'])(
  'is a script of its own, asked for each time, which may call its site alone, when %s',
  async (mode) => {
    const { status, headers, body } = await (mode === 'on' ? on : off).guest().get('/sw.js')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
    })
    expect(() => new Script(body)).not.toThrow()
  },
)

it('answers no request when it is off', async () => {
  expect((await on.guest().get('/sw.js')).body).toContain('respondWith')
  const { body } = await off.guest().get('/sw.js')
  expect(body).not.toContain("'fetch'")
  expect(body).toContain('unregister')
})

it('stores a built file under its own address alone: one with a query is left to the network', async () => {
  const { body } = await on.guest().get('/sw.js')
  const listeners = new Map<string, (event: object) => void>()
  const scope = {
    URL,
    location: { origin: SITE_URL },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    caches: { match: () => Promise.resolve(new Response()) },
  }
  runInContext(body, createContext(scope))
  const isAnswered = (path: string): boolean => {
    const respondWith = vi.fn()
    listeners.get('fetch')?.({ request: { method: 'GET', mode: 'cors', url: SITE_URL + path }, respondWith })
    return respondWith.mock.calls.length > 0
  }
  expect(['/js/x.js', '/assets/built/x.woff2'].map(isAnswered)).toEqual([true, true])
  expect(['/js/x.js?', '/js/x.js?1', '/assets/built/x.woff2?a=b'].map(isAnswered)).toEqual([false, false, false])
})

it('is another one with another offline page, and the same with the same page', async () => {
  const tagOf = async (offline: string): Promise<string> => (await makeServiceWorker(true, offline)).tag
  const first = await tagOf('1')
  expect(await tagOf('1')).toBe(first)
  expect(await tagOf('2')).not.toBe(first)
})
