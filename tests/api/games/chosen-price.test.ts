// Items that a player chooses, where prices have a source: a fresh price, a greater edge for an older one, and the source is asked once
// more before an item is sent. Play money ignores age.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { NO_PRICE_STATE, type PriceState } from '../../../src/game/prices/price-rules.ts'
import type { UpgradeBody } from '../../../src/protocol/upgrade.ts'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { ImportFailed } from '../../../src/server/catalogue/import/source.ts'
import type { LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { items } from '../../../src/server/db/schema.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { createJobs, type Jobs } from '../../../src/server/jobs/jobs.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import { createServices, type Services } from '../../../src/server/services/services.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { winForContract } from '../../support/players/games.ts'
import { newTrader, turnOver, withdraw, withdrawalsOf } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000
const AT = Date.parse('2027-05-05T12:00:00Z')

describe.each(SUITE_KINDS)('a chosen item on %s', (kind) => {
  let site: TestSite
  let services: Services
  let jobs: Jobs
  let player: Browser
  let original: LoadedCatalogue
  let current: LoadedCatalogue
  let nowMs = AT
  /** What the source says; an error for a source that fails. */
  let quote: number | undefined | Error

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => nowMs })
    original = site.catalogue.current
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
    current = original
    const components = {
      ...site.components,
      events: createEvents(),
      needsFreshPrices: true,
      sourcePriceOf: async () => {
        if (quote instanceof Error) throw quote
        return quote === undefined ? undefined : cents(quote)
      },
    }
    services = await createServices(components)
    jobs = createJobs(components, services)
  })

  beforeEach(async () => {
    nowMs = AT
    quote = undefined
    setState({ atMs: AT })
    player = await newTrader(site)
  })

  afterAll(() => site.close())

  function setState(state: Partial<PriceState>): void {
    current = { ...original, priceState: { ...NO_PRICE_STATE, source: 'test', ...state } }
  }

  const targets = (query: { min?: number; max?: number } = {}) =>
    services.inventory.targets({ sort: 'cheap', ...query })

  function play(body: Partial<UpgradeBody>, of: Services = services) {
    const who = { id: player.playerId, username: 'x', avatar: 'x' }
    const [target] = targetsOf(of)
    const whole = {
      ids: [],
      balance: 1_000,
      target: target?.item.id ?? '',
      price: target?.price ?? 0,
      side: 'under' as const,
      ...body,
    }
    return of.upgrade.play(who, whole, idempotencyKeyOf(who.id, randomUUID(), 'upgrade', whole))
  }

  const targetsOf = (of: Services) => of.inventory.targets({ sort: 'cheap', min: 2_000, max: 4_000 }).items

  it('is none whose price has no known age', async () => {
    const [target] = targets({ min: 2_000, max: 4_000 }).items
    if (target === undefined) throw new Error('There is no target')
    for (const state of [{ atMs: null }, { atMs: AT + HOUR_MS }]) {
      setState(state)
      expect(targets()).toMatchObject({ items: [], total: 0, old: original.catalogue.items.size })
      await expect(play({ target: target.item.id, price: target.price })).rejects.toMatchObject({ code: 'price-old' })
    }
  })

  it('is none whose price is as old as the rules allow', async () => {
    const fresh = targets({ min: 2_000, max: 4_000 })
    const [stale, other] = fresh.items
    if (stale === undefined || other === undefined) throw new Error('There are no targets')
    setState({ atMs: AT, agesMs: new Map([[stale.item.id, AT - 36 * HOUR_MS]]) })
    expect(targets({ min: 2_000, max: 4_000 }).items[0]).toMatchObject({ item: { id: other.item.id } })
    expect(targets()).toMatchObject({ old: 1 })
    await expect(play({ target: stale.item.id, price: stale.price })).rejects.toMatchObject({ code: 'price-old' })
    setState({ atMs: AT, agesMs: new Map([[stale.item.id, AT - 36 * HOUR_MS + 1]]) })
    await expect(play({ target: stale.item.id, price: stale.price })).resolves.toMatchObject({ success: true })
  })

  it('has an edge that grows with the hours, and for classes whose prices change a lot', () => {
    const edges = (price: number): number | undefined => targets({ min: price }).items[0]?.edge
    expect([edges(2_000), edges(300), edges(1)]).toEqual([800, 900, 1000])
    setState({ atMs: AT - 10 * HOUR_MS })
    expect([edges(2_000), edges(300), edges(1)]).toEqual([900, 1000, 1100])
    expect(targets().edge).toBe(800)
  })

  it('is won with the tickets of its edge, which the proof holds', async () => {
    setState({ atMs: AT - 10 * HOUR_MS })
    const answer = await play({})
    const { stake, target, from, to, id } = answer
    expect(target.edge).toBe(900)
    const tickets = Math.floor((stake * 0.91 * 1_000_000) / target.price)
    expect(to - from + 1).toBe(tickets)
    const { roll } = (await site.guest().get(`/api/fairness/roll/${id}`)).body
    const text = (await site.guest().get(`/api/fairness/odds/${roll.oddsHash}`)).body.table.text
    expect(JSON.parse(text)).toMatchObject({
      price: stake,
      entries: [{ price: target.price, tickets }, { tickets: 1_000_000 - tickets }],
    })
  })

  it('is refused at an edge that the player did not see; that of the last hour counts', async () => {
    setState({ atMs: AT - 10 * HOUR_MS })
    await expect(play({ edge: 880 })).rejects.toMatchObject({ code: 'odds-changed' })
    await expect(play({ edge: 0 })).rejects.toMatchObject({ code: 'odds-changed' })
    await expect(play({ edge: 890 })).resolves.toMatchObject({ target: { edge: 890 } })
    await expect(play({ edge: 900 })).resolves.toMatchObject({ target: { edge: 900 } })
  })

  it('may have a price of any age with play money', async () => {
    setState(NO_PRICE_STATE)
    expect(site.services.inventory.targets({ sort: 'cheap', min: 2_000 }).items[0]?.edge).toBe(800)
    await expect(play({}, site.services)).resolves.toMatchObject({ success: true, target: { edge: 800 } })
  })

  /** Sets the price of an item in the shop's own list. */
  function list(itemId: string, priceCents: number): void {
    const listed = new Map(original.catalogue.items)
    const item = listed.get(itemId)
    if (item === undefined) throw new Error(`No item ${itemId}`)
    listed.set(itemId, { ...item, priceCents: cents(priceCents) })
    current = { ...current, catalogue: { ...original.catalogue, items: listed } }
  }

  /** Withdraws an item as if it came from a source; returns what the job makes of it. */
  async function withdrawn(source: 'case' | 'upgrade' | 'replacement', rise: number | undefined | Error, ownRise = 0) {
    const [won] = await winForContract(player, 1)
    if (won === undefined) throw new Error('Nothing was won')
    if (source !== 'case') {
      await site.db.queries.update(items).set({ source }).where(eq(items.id, won.id))
    }
    await turnOver(player)
    if (ownRise > 0) {
      const [row] = await site.db.queries.select({ itemId: items.itemId }).from(items).where(eq(items.id, won.id))
      list(row?.itemId ?? '', Math.ceil((won.price * (100 + ownRise)) / 100))
    }
    quote = typeof rise === 'number' ? Math.ceil((won.price * (100 + rise)) / 100) : rise
    expect((await withdraw(player, [won.id])).body).toMatchObject({ success: true })
    await jobs.withdrawals.runOnce()
    return { won, withdrawal: (await withdrawalsOf(player))[0] as Withdrawal }
  }

  it.each([
    ['case', 0, 'sent'],
    ['case', 15, 'sent'],
    ['case', 25, 'unavailable'],
    ['upgrade', 0, 'sent'],
    ['upgrade', 15, 'unavailable'],
    ['replacement', 15, 'unavailable'],
    ['upgrade', -20, 'sent'],
    ['upgrade', undefined, 'sent'],
  ] as const)('of a %s that the source has %s %% above is %s', async (source, rise, state) => {
    const { withdrawal } = await withdrawn(source, rise)
    expect(withdrawal).toMatchObject({ state, reason: state === 'unavailable' ? 'price-rise' : null })
  })

  it.each([
    ['upgrade', 'unavailable'],
    ['replacement', 'unavailable'],
    ['case', 'sent'],
  ] as const)(
    'from %s that the source does not name is %s when the shop’s own price rose by 15 percent',
    async (source, state) => {
      const { withdrawal } = await withdrawn(source, undefined, 15)
      expect(withdrawal).toMatchObject({ state, reason: state === 'unavailable' ? 'price-rise' : null })
    },
  )

  it('waits while the source does not respond, and is sent afterwards', async () => {
    const { withdrawal } = await withdrawn('upgrade', new ImportFailed('The list answered 503.'))
    expect(withdrawal.state).toBe('requested')
    quote = undefined
    nowMs += HOUR_MS
    await jobs.withdrawals.runOnce()
    expect((await withdrawalsOf(player))[0]).toMatchObject({ id: withdrawal.id, state: 'sent' })
  })

  it.each([
    ['in cents', 9_900],
    ['at a hundredth', -99],
    ['that doubled', 150],
    ['that halved', -55],
  ])('waits while the source has it at a price %s, which is none, and nothing ends', async (_, rise) => {
    const { won, withdrawal } = await withdrawn('case', rise)
    expect(withdrawal.state).toBe('requested')
    const [row] = await site.db.queries.select().from(withdrawals).where(eq(withdrawals.id, withdrawal.id))
    expect(row).toMatchObject({ failures: 1, problem: expect.stringContaining(`${quote} cents`) })
    quote = won.price
    nowMs += HOUR_MS
    await jobs.withdrawals.runOnce()
    expect((await withdrawalsOf(player))[0]).toMatchObject({ id: withdrawal.id, state: 'sent' })
  })

  it('waits for the decision about a held price also when the source has another price', async () => {
    const [won] = await winForContract(player, 1)
    await turnOver(player)
    expect((await withdraw(player, [won?.id ?? ''])).body).toMatchObject({ success: true })
    const [row] = await site.db.queries
      .select()
      .from(items)
      .where(eq(items.id, won?.id ?? ''))
    setState({ atMs: AT, held: new Map([[row?.itemId ?? '', { seenCents: cents(9_000), sinceMs: AT }]]) })
    quote = 100 * Number(won?.price)
    await jobs.withdrawals.runOnce()
    expect((await withdrawalsOf(player))[0]).toMatchObject({ state: 'requested', wait: { reason: 'price' } })
  })

  it('that rose is offered for no difference to a price that is none', async () => {
    const { won, withdrawal } = await withdrawn('upgrade', 25)
    current = { ...current, payments: { ...current.payments, priceRiseOffer: 'difference' } }
    quote = 100 * won.price
    const priceOld = { code: 'price-old' }
    await expect(services.replacement.quote(player.playerId, withdrawal.item_id)).rejects.toMatchObject(priceOld)
    const body = { id: withdrawal.item_id, difference: 10_000_000 }
    const key = idempotencyKeyOf(player.playerId, randomUUID(), 'difference', body)
    await expect(services.difference.pay(player.playerId, body, key)).rejects.toMatchObject(priceOld)
  })

  it('that rose is offered for the difference to the price of the source', async () => {
    const { won, withdrawal } = await withdrawn('upgrade', 25)
    current = { ...current, payments: { ...current.payments, priceRiseOffer: 'difference' } }
    const { difference } = await services.replacement.quote(player.playerId, withdrawal.item_id)
    expect(difference).toBe(Number(quote) - won.price)
    quote = new ImportFailed('The list answered 503.')
    await expect(services.replacement.quote(player.playerId, withdrawal.item_id)).rejects.toMatchObject({
      code: 'price-old',
    })
  })

  it('of a replacement needs a fresh price too', async () => {
    const { withdrawal } = await withdrawn('case', 25)
    const [chosen] = targets({ max: withdrawal.price }).items
    setState({ atMs: AT - 36 * HOUR_MS })
    const body = {
      id: withdrawal.item_id,
      with: [chosen?.item.id ?? ''],
      rest: withdrawal.price - (chosen?.price ?? 0),
    }
    const replace = () =>
      services.replacement.replace(
        player.playerId,
        body,
        idempotencyKeyOf(player.playerId, randomUUID(), 'replace', body),
      )
    await expect(replace()).rejects.toMatchObject({ code: 'price-old' })
    setState({ atMs: AT })
    await expect(replace()).resolves.toMatchObject({ rest: body.rest })
  })
})
