// The server is killed at chosen moments of a call: before its COMMIT, after it and before the answer, after the answer and before
// anybody is told of it by a socket. PGlite commits within the process, so that only the last moment can be chosen there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { open, sitDown, upgrade, withdraw } from '../support/all-games.ts'
import { audit } from '../support/audit.ts'
import { type CuttingProxy, openCuttingProxy } from '../support/cutting-proxy.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import type { Hand } from '../support/hand.ts'
import { type MortalSite, openMortalSite } from '../support/mortal-site.ts'
import { deposit } from '../support/sandbox-deposit.ts'

const CALLS = [
  { name: 'an opening', call: open, touching: /insert into "?idempotency_keys/ },
  { name: 'an upgrade', call: upgrade, touching: /insert into "?idempotency_keys/ },
  { name: 'a withdrawal', call: withdraw, touching: /insert into "?idempotency_keys/ },
  { name: 'a deposit', call: deposit, touching: /insert into "?transfers/ },
] as const

describe.each(DATABASE_KINDS)('a server on %s that is killed', (kind) => {
  let site: MortalSite
  let proxy: CuttingProxy | undefined
  let hand: Hand

  beforeAll(async () => {
    site = await openMortalSite(kind, async (url) => {
      proxy = await openCuttingProxy(url)
      return proxy.url
    })
    const [code] = await site.server.start(1)
    if (code === undefined) throw new Error('There is no player')
    hand = await sitDown(site.server, code)
    while (hand.owned.size < 20) await open(hand)
  })

  afterAll(async () => {
    await site.close()
    await proxy?.close()
  })

  describe.runIf(kind === 'postgres').each(['before', 'after'] as const)('%s the COMMIT', (moment) => {
    it.each(CALLS)('of $name has one effect, and answers as that', async ({ call, touching }) => {
      const held = proxy?.cutNext({ touching, moment, hold: true })
      const calling = call(hand)
      await Promise.race([held, calling])
      expect(proxy?.isWaiting()).toBe(false)
      await site.server.killAndRestart(async () => proxy?.cutAll())
      await calling
    })
  })

  it.each(CALLS)('after the answer to $name has kept it, and answers its key the same', async ({ call }) => {
    const { last } = hand
    await call(hand)
    await site.server.killAndRestart()
    // A deposit has no key of a player's.
    if (hand.last === last || hand.last === undefined) return
    const { path, body, key, status, text } = hand.last
    expect(await hand.player.post(path, body, key)).toMatchObject({ status, text })
  })

  it('loses, makes and doubles nothing', async () => {
    await site.server.kill()
    const lines = [...hand.takeLines(), `balance ${hand.balance} of ${hand.playerId}`]
    const { breaches } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect(breaches).toEqual([])
  })
})
