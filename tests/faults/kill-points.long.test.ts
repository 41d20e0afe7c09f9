// The server is killed at chosen moments of a call: before its COMMIT, after it and before the response, after the
// response and before any socket message. PGlite commits within the process, so only the last moment can be chosen
// there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../support/databases/audit.ts'
import { type CuttingProxy, openCuttingProxy } from '../support/databases/cutting-proxy.ts'
import { SUITE_KINDS } from '../support/databases/databases.ts'
import { open, signInPlayer, upgrade, withdraw } from '../support/players/game-player.ts'
import { deposit } from '../support/players/sandbox-deposit.ts'
import type { ExpectedHoldings } from '../support/sites/expected-holdings.ts'
import { type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'

const CALLS = [
  { name: 'an opening', call: open, touching: /insert into "?idempotency_keys/ },
  { name: 'an upgrade', call: upgrade, touching: /insert into "?idempotency_keys/ },
  { name: 'a withdrawal', call: withdraw, touching: /insert into "?idempotency_keys/ },
  { name: 'a deposit', call: deposit, touching: /insert into "?transfers/ },
] as const

describe.each(SUITE_KINDS)('a server on %s that is killed', (kind) => {
  let site: KillableServer
  let proxy: CuttingProxy | undefined
  let holdings: ExpectedHoldings

  beforeAll(async () => {
    site = await openKillableServer(kind, async (url) => {
      proxy = await openCuttingProxy(url)
      return proxy.url
    })
    const [code] = await site.server.start(1)
    if (code === undefined) throw new Error('There is no player')
    holdings = await signInPlayer(site.server, code)
    while (holdings.owned.size < 20) await open(holdings)
  })

  afterAll(async () => {
    await site.close()
    await proxy?.close()
  })

  describe.each(kind === 'postgres' ? (['before', 'after'] as const) : [])('%s the COMMIT', (moment) => {
    it.each(CALLS)('of $name has one effect, and returns its response', async ({ call, touching }) => {
      const held = proxy?.cutNext({ touching, moment, hold: true })
      const calling = call(holdings)
      await Promise.race([held, calling])
      expect(proxy?.isWaiting()).toBe(false)
      await site.server.killAndRestart(async () => proxy?.cutAll())
      await calling
    })
  })

  it.each(CALLS)('after the response to $name has kept it, and repeats the response for its key', async ({ call }) => {
    const { last } = holdings
    await call(holdings)
    await site.server.killAndRestart()
    // A deposit has no key of the player.
    if (holdings.last === last || holdings.last === undefined) return
    const { path, body, key, status, text } = holdings.last
    expect(await holdings.player.post(path, body, key)).toMatchObject({ status, text })
  })

  it('loses, creates and doubles nothing', async () => {
    await site.server.kill()
    const lines = [...holdings.takeLines(), `balance ${holdings.balance} of ${holdings.playerId}`]
    const { breaches } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect(breaches).toEqual([])
  })
})
