// Connections to PostgreSQL that are cut at every moment of a transaction, its COMMIT included. The server goes on; the player's call
// is sent again under its key and has one effect. PGlite has no connection to cut.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, open, playAll, sell, sitDown, spin, upgrade, withdraw } from '../support/all-games.ts'
import { audit } from '../support/audit.ts'
import { type CuttingProxy, type Moment, openCuttingProxy } from '../support/cutting-proxy.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import type { Hand } from '../support/hand.ts'
import { type MortalSite, openMortalSite } from '../support/mortal-site.ts'
import { deposit } from '../support/sandbox-deposit.ts'

const PLAYERS = 24
const MOMENTS: readonly Moment[] = ['within', 'before', 'after']
/** What a keyed call writes in its transaction, and what a notice of a payment does. */
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

/** More than the server has connections, so that a cut that loses one of them shows. */
const STORMS = 15

describe.runIf(DATABASE_KINDS.includes('postgres'))('a connection to PostgreSQL that is cut', () => {
  let site: MortalSite
  let proxy: CuttingProxy
  let hands: Hand[]

  beforeAll(async () => {
    site = await openMortalSite('postgres', async (url) => {
      proxy = await openCuttingProxy(url)
      return proxy.url
    })
    hands = []
    for (const code of await site.server.start(PLAYERS)) hands.push(await sitDown(site.server, code))
    for (const { player } of hands) player.outlast = async () => undefined
  })

  afterAll(async () => {
    await site.close()
    await proxy.close()
  })

  const cuts = MOMENTS.flatMap((moment) => CALLS.map(([name, call, touching]) => ({ moment, name, call, touching })))
  it.each(cuts)('$moment the COMMIT of $name leaves one effect', async ({ moment, call, touching }) => {
    const hand = hands[0] as Hand
    // Something to sell, stake and send.
    while (hand.owned.size < 20) await open(hand)
    void proxy.cutNext({ touching, moment })
    await call(hand)
    expect(proxy.isWaiting()).toBe(false)
    await open(hand)
  })

  it('costs the server no connection for good, and never ends it', async () => {
    let isOver = false
    const playing = Promise.all(hands.map((hand) => playAll(hand, 0, () => isOver)))
    const count = (): number => hands.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
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

  it('loses, makes and doubles nothing', async () => {
    await site.server.kill()
    const lines = hands.flatMap((hand) => [...hand.takeLines(), `balance ${hand.balance} of ${hand.playerId}`])
    const { breaches, deadlocks } = await audit({ place: await site.snapshot(), lines, isAll: true })
    expect({ breaches, deadlocks }).toEqual({ breaches: [], deadlocks: 0 })
  })
})
