// Reading routes change nothing for any caller; routes that change something are a POST.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../support/databases/database-fingerprint.ts'
import { SUITE_KINDS } from '../support/databases/databases.ts'
import { type Browser, openTestSite, type Route, type TestSite } from '../support/sites/site.ts'

/**
 * Reading routes that write, each with a reason; all require a player's token in a header, except the sign-in routes.
 */
const WRITES: Readonly<Record<string, string>> = {
  '/api/referral': "makes the player's own code, at the first request",
  '/api/auth/steam/return':
    'the end of a sign-in, which Steam sends browsers to; guarded by its state, cookie and nonce',
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const METHODS = new Set([...READS, 'POST'])

/** Files of the public folder are routes too; one of each kind is enough. */
const isFile = ({ url }: Route): boolean => /\.[a-z0-9]{2,11}$/.test(url)

describe.each(SUITE_KINDS)('reading routes on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let reads: Route[]

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
    await player.post('/api/case/first-step/open', { count: 3 })
    reads = site.routes.filter((route) => READS.has(route.method) && !isFile(route) && WRITES[route.url] === undefined)
  })

  afterAll(() => site.close())

  it('have no other methods than POST', () => {
    expect([...new Set(site.routes.map(({ method }) => method))].filter((method) => !METHODS.has(method))).toEqual([])
  })

  it('change no row, for a player and for a guest', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    const before = await fingerprintOf(site.db)
    expect(reads.length).toBeGreaterThan(50)
    for (const { method, url } of reads) {
      for (const path of [url.replaceAll(/[:*][a-z]*/gi, 'orion'), url.replaceAll(/[:*][a-z]*/gi, '1')]) {
        for (const who of [player, guest]) {
          const { status } = await who.call(method as 'GET', `${path}?sort=price&cursor=&q=a&lasted=1`)
          expect(status, `${method} ${path}`).toBeLessThan(500)
          await who.call(method as 'GET', path)
        }
      }
    }
    expect(await fingerprintOf(site.db)).toEqual(before)
  })

  it('or are on a list with a reason, write once and require more than a cookie', async () => {
    const before = await fingerprintOf(site.db)
    const token = player.cookies.get('token') ?? ''
    player.cookies.delete('token')
    for (const path of Object.keys(WRITES)) await player.get(path)
    expect(await fingerprintOf(site.db)).toEqual(before)
    player.cookies.set('token', token)
    await player.get('/api/referral')
    const after = await fingerprintOf(site.db)
    expect(after.referral_codes).not.toBe(before.referral_codes)
    await player.get('/api/referral')
    expect(await fingerprintOf(site.db)).toEqual(after)
  })
})
