// Connections to PostgreSQL that are cut at every moment of a transaction, its COMMIT included. The server continues;
// the player's call is retried with its key and has one effect. PGlite has no connection to cut.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../support/databases/audit.ts'
import { type CuttingProxy, type Moment, openCuttingProxy } from '../support/databases/cutting-proxy.ts'
import { DATABASE_KINDS } from '../support/databases/databases.ts'
import { contract, open, playAll, sell, signInPlayer, spin, upgrade, withdraw } from '../support/players/game-player.ts'
import { deposit } from '../support/players/sandbox-deposit.ts'
import { inLongRun } from '../support/runner/long-run.ts'
import type { ExpectedHoldings } from '../support/sites/expected-holdings.ts'
import { type KillableServer, openKillableServer } from '../support/sites/killable-server.ts'

const PLAYERS = 24
const MOMENTS: readonly Moment[] = ['within', 'before', 'after']
/** The table that a keyed call writes in its transaction, and the one of a payment webhook. */
const [KEPT, CREDITED] = [/insert into "?idempotency_keys/, /insert into "?transfers/]

const CALLS = [
  ['an opening', open, KEPT],
  ['a sale', sell, KEPT],
  ['an upgrade', upgrade, KEPT],
  ['a contract', contract, KEPT],
  ['a spin', spin, KEPT],
  ['a withdrawal', withdraw, KEPT],
  ['a deposit', deposit, CREDITED],
] as const

/** More than the pool size, so that a leaked connection is noticed. */
const STORMS = 15

describe.runIf(DATABASE_KINDS.includes('postgres'))('a connection to PostgreSQL that is cut', () => {
  let site: KillableServer
  let proxy: CuttingProxy
  let allHoldings: ExpectedHoldings[]

  beforeAll(async () => {
    site = await openKillableServer('postgres', async (url) => {
      proxy = await openCuttingProxy(url)
      return proxy.url
    })
    allHoldings = []
    for (const code of await site.server.start(PLAYERS)) allHoldings.push(await signInPlayer(site.server, code))
    for (const { player } of allHoldings) player.waitForRecovery = async () => undefined
  })

  afterAll(async () => {
    await site.close()
    await proxy.close()
  })

  const cuts = MOMENTS.flatMap((moment) => CALLS.map(([name, call, touching]) => ({ moment, name, call, touching })))
  it.each(cuts)('$moment the COMMIT of $name has one effect', async ({ moment, call, touching }) => {
    const holdings = allHoldings[0] as ExpectedHoldings
    // Items to sell, stake and withdraw.
    while (holdings.owned.size < 20) await open(holdings)
    void proxy.cutNext({ touching, moment })
    await call(holdings)
    expect(proxy.isWaiting()).toBe(false)
    await open(holdings)
  })

  inLongRun(() => {
    it('does not exhaust the pool, and never ends the server', async () => {
      let isOver = false
      const playing = Promise.all(allHoldings.map((holdings) => playAll(holdings, 0, () => isOver)))
      const count = (): number => allHoldings.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
      try {
        for (let storm = 0; storm < STORMS; storm++) {
          const before = count()
          proxy.cutAll()
          await Promise.race([expect.poll(count).toBeGreaterThan(before + PLAYERS), playing])
        }
      } finally {
        isOver = true
      }
      await playing
      expect(site.server.ended()).toBe(false)
    })
  })

  it('loses, creates and doubles nothing', async () => {
    await site.server.kill()
    const lines = allHoldings.flatMap((holdings) => [
      ...holdings.takeLines(),
      `balance ${holdings.balance} of ${holdings.playerId}`,
    ])
    const { breaches, deadlocks } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect({ breaches, deadlocks }).toEqual({ breaches: [], deadlocks: 0 })
  })
})
