// What only reads changes nothing, whoever calls it; and what changes something is a POST.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printOf } from '../support/database-print.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { type Browser, openTestSite, type Route, type TestSite } from '../support/site.ts'

/** Reading routes that write, each for a reason; a player's token in a header is asked for by all but the ways of signing in. */
const WRITES: Readonly<Record<string, string>> = {
  '/api/referral': "makes the player's own code, the first time that he looks at it",
  '/api/auth/steam/return':
    'the end of a sign-in, which Steam sends browsers to; guarded by its state, cookie and nonce',
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const METHODS = new Set([...READS, 'POST'])

/** Files of the public folder are routes too, and one of a kind is as good as all. */
const isFile = ({ url }: Route): boolean => /\.[a-z0-9]{2,11}$/.test(url)

describe.each(DATABASE_KINDS)('what only reads on %s', (kind) => {
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

  it('has no other methods beside it than POST', () => {
    expect([...new Set(site.routes.map(({ method }) => method))].filter((method) => !METHODS.has(method))).toEqual([])
  })

  it('changes no row, for a player and for a guest', async () => {
    const guest = site.guest()
    await guest.get('/api/settings')
    const before = await printOf(site.db)
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
    expect(await printOf(site.db)).toEqual(before)
  })

  it('or else is on a list with its reason, writes once and needs more than a cookie', async () => {
    const before = await printOf(site.db)
    const token = player.cookies.get('token') ?? ''
    player.cookies.delete('token')
    for (const path of Object.keys(WRITES)) await player.get(path)
    expect(await printOf(site.db)).toEqual(before)
    player.cookies.set('token', token)
    await player.get('/api/referral')
    const after = await printOf(site.db)
    expect(after.referral_codes).not.toBe(before.referral_codes)
    await player.get('/api/referral')
    expect(await printOf(site.db)).toEqual(after)
  })
})
