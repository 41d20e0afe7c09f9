// What is drawn at list prices, where prices have a source: a list that is too old closes it, and nothing is charged. What is there already goes
// on. Play money ignores age.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices, type Services } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { createBattle } from '../../support/players/battles.ts'
import { win, winForContract } from '../../support/players/games.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000
const CASE = 'zero-gravity'
const OLD = { code: 'prices-old' }

describe.each(SUITE_KINDS)('what is drawn at list prices on %s', (kind) => {
  let site: TestSite
  /** Of the live shop, whose prices have a source. */
  let services: Services
  let player: Browser
  let original: LoadedCatalogue
  let current: LoadedCatalogue
  let refreshes = 0

  beforeAll(async () => {
    site = await openTestSite(kind, { payments: { providers: [new TestProvider()], standIn: undefined } })
    original = site.catalogue.current
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
    Object.defineProperty(site.catalogue, 'refresh', { value: async () => void refreshes++ })
    current = original
    services = await createServices({ ...site.components, events: createEvents(), needsFreshPrices: true })
  })

  beforeEach(async () => {
    setAge(0)
    player = await site.newPlayer()
  })

  afterEach(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  afterAll(() => site.close())

  /** Makes the newest list as old as this; null for none. */
  function setAge(hours: number | null): void {
    const atMs = hours === null ? null : Date.now() - hours * HOUR_MS
    current = { ...original, priceState: { ...NO_PRICE_STATE, source: 'test', atMs } }
  }

  const who = () => ({ id: player.playerId, username: 'x', avatar: 'x' })
  const keyOf = (body: object, key = randomUUID()) => idempotencyKeyOf(player.playerId, key, 'test', body)
  const balance = async (): Promise<number> => (await player.get('/api/user/get')).body.user.balance
  const box = () => {
    const box = original.catalogue.cases.get(CASE)
    if (box === undefined) throw new Error(`There is no case ${CASE}`)
    return box
  }
  const open = (key = randomUUID(), of = services) =>
    of.opening.open(who(), { url: CASE, count: 1, price: undefined, idempotencyKey: keyOf({}, key) })
  const battleBody = () => ({
    ...{ format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 },
    ...{ rounds: [CASE], price: box().priceCents, seed: 'creator' },
  })
  const make = () => services.battles.creating.create(player.playerId, battleBody() as never, keyOf({}))

  it('goes on until the list is as old as the rules allow', async () => {
    setAge(59.9)
    expect(await open()).toMatchObject({ success: true })
    expect(await make()).toMatchObject({ battle: { state: 'open' } })
    setAge(60)
    await expect(open()).rejects.toMatchObject(OLD)
    setAge(0)
    expect(await open()).toMatchObject({ success: true })
  })

  it.each([60, null])('is closed and costs nothing, with a list of %s hours', async (hours) => {
    const creator = await site.newPlayer()
    const battle = await createBattle(creator, box())
    const ids = (await winForContract(player, 3)).map(({ id }) => id)
    const { oddsHash } = await services.contract.preview(player.playerId, ids)
    const wheel = original.rewards.wheel.priceCents
    await depositPaid(site, player, 100)
    const before = await balance()
    setAge(hours)
    await expect(open()).rejects.toMatchObject(OLD)
    await expect(services.contract.sign(who(), { ids, oddsHash }, keyOf({}))).rejects.toMatchObject(OLD)
    await expect(make()).rejects.toMatchObject(OLD)
    const seat = { slot: 2, percent: 100, pays: cents(battle.price), seed: 'joiner' }
    await expect(services.battles.joining.join(player.playerId, battle.id, seat, keyOf({}))).rejects.toMatchObject(OLD)
    await expect(
      services.battles.joining.addBot(
        creator.playerId,
        battle.id,
        2,
        idempotencyKeyOf(creator.playerId, randomUUID(), 't', {}),
      ),
    ).rejects.toMatchObject(OLD)
    await expect(services.spinning.spin(who(), { free: false, price: wheel }, keyOf({}))).rejects.toMatchObject(OLD)
    // As with held items: what is given is given at these prices too.
    await expect(services.spinning.spin(who(), { free: true, price: 0 }, keyOf({}))).rejects.toMatchObject(OLD)
    await expect(services.freeCases.open(who(), 'spark', keyOf({}))).rejects.toMatchObject(OLD)
    expect(await balance()).toBe(before)
    setAge(0)
    expect(await services.freeCases.open(who(), 'spark', keyOf({}))).toMatchObject({ success: true })
    expect(await services.contract.sign(who(), { ids, oddsHash }, keyOf({}))).toMatchObject({ success: true })
  })

  it('reads the newest edition before it is refused', async () => {
    setAge(100)
    refreshes = 0
    await expect(open()).rejects.toMatchObject(OLD)
    expect(refreshes).toBe(1)
  })

  it('answers a repeated call with what it has drawn before', async () => {
    const key = randomUUID()
    const drawn = await open(key)
    setAge(100)
    expect(await open(key)).toEqual(drawn)
  })

  it('leaves what players have: items are sold, and a creator ends their battle', async () => {
    const [won] = await win(player, 1, CASE)
    const { battle } = await make()
    setAge(100)
    expect(await services.battles.leaving.cancel(player.playerId, battle.id, keyOf({}))).toMatchObject({
      battle: { state: 'cancelled' },
    })
    expect((await player.post('/api/user/items/sell', { ids: [won?.id], isAll: false })).body).toMatchObject({
      success: true,
    })
  })

  it('has a list of any age with play money', async () => {
    setAge(null)
    expect(await open(undefined, site.services)).toMatchObject({ success: true })
  })
})
