// Withdrawals that wait for a person, and items that cost much more than when they were won.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { SteamAccount } from '../../../src/game/base/steam-account.ts'
import type { Refusal } from '../../../src/game/withdrawal/withdrawal-rules.ts'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { newId } from '../../../src/server/base/ids.ts'
import type { ActiveCatalogue, LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { withdrawalFreezes } from '../../../src/server/db/schema-operations.ts'
import { steamAccounts, withdrawalSteps } from '../../../src/server/db/schema-withdrawals.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { readBacklog } from '../../../src/server/services/operations/backlog.ts'
import { approveWithdrawal, refuseWithdrawal } from '../../../src/server/services/withdrawal/review.ts'
import { SteamAccountUnknown } from '../../../src/server/steam/account.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID, SIGNED, TestProvider, webhookOf } from '../../support/outside/payment-provider.ts'
import { OLD_ACCOUNT } from '../../support/outside/steam-account.ts'
import { newTrader, setStock, turnOver, withdrawalsOf, withdrawNew } from '../../support/players/withdrawals.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe.each(SUITE_KINDS)('withdrawals that are checked on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let clock = Date.now()
  let steam: SteamAccount | null = OLD_ACCOUNT
  let addresses = 0

  beforeAll(async () => {
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { now: () => clock, environment: { WITHDRAWAL_CHECKS: 'on' }, payments })
  })

  afterAll(() => site.close())

  beforeEach(async () => {
    steam = OLD_ACCOUNT
    player = await newTrader(site)
    // Asked when the player withdraws.
    await site.db.queries.delete(steamAccounts)
    await moveTo(`10.0.0.${++addresses}`)
  })

  afterEach(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  const moveTo = (address: string) =>
    site.db.asOwner(`update account_traces set value = '${address}'
      where kind = 'address' and player_id = ${player.playerId}`)

  /** Pays a deposit in coins, which hold nothing, two days ago. */
  async function depositBefore(): Promise<void> {
    const body = { method_name: 'BTC', sum: 5, promocode: '', user_id: player.playerId }
    const made = await player.post('/api/payment/create/test?currency=USD', body)
    const sent = webhookOf(made.body.order.id, PAID)
    await site.guest().call('POST', '/api/payment/webhook/test', sent, SIGNED)
    await turnOver(player)
    clock += 2 * DAY_MS
  }

  /** Runs the job with a catalogue of the test; returns the player's newest withdrawal. */
  async function later(ms = 0, changes: Partial<LoadedCatalogue> = {}): Promise<Withdrawal> {
    clock += ms
    const catalogue = { current: { ...site.catalogue.current, ...changes } } as ActiveCatalogue
    const steamAccountOf = async (): Promise<SteamAccount> => {
      if (steam === null) throw new SteamAccountUnknown('no answer')
      return steam
    }
    await createJobs({ ...site.components, catalogue, steamAccountOf }, site.services).withdrawals.runOnce()
    const [withdrawal] = await withdrawalsOf(player)
    if (withdrawal === undefined) throw new Error('There is no withdrawal')
    return withdrawal
  }

  const decide = () => ({ db: site.db, now: () => clock, by: OPERATOR })
  function refusalOf(id: string): Refusal {
    const refusal = site.catalogue.current.withdrawalRules.refusals.find((one) => one.id === id)
    if (refusal === undefined) throw new Error(`There is no refusal ${id}`)
    return refusal
  }
  /** The catalogue in which every reason waits. */
  const nothingWeak = (): Partial<LoadedCatalogue> => ({
    withdrawalRules: { ...site.catalogue.current.withdrawalRules, weak: { reasons: [], dayBelow: cents(0) } },
  })
  const lastNote = async (id: string) =>
    (await site.db.queries.select().from(withdrawalSteps)).findLast((step) => step.withdrawalId === id)?.note
  const titles = async () =>
    (await player.get('/api/notification/get')).body.map(({ title }: { title: string }) => title)

  it('go at once when nothing is unusual', async () => {
    await depositBefore()
    await withdrawNew(player)
    expect(await later()).toMatchObject({ state: 'sent' })
  })

  it('wait without a deposit, and are sent when a person approves them', async () => {
    const [made] = await withdrawNew(player)
    const id = made?.id ?? ''
    expect(await later()).toMatchObject({ state: 'review', wait: { reason: 'review' } })
    expect(await lastNote(id)).toBe('no-deposit')
    expect((await titles())[0]).toBe('Withdrawal being checked')
    expect(await readBacklog(site.db, clock + MINUTE_MS)).toMatchObject({ withdrawalsInReview: 1, reviewOldest: 60 })
    expect(await later(5 * DAY_MS)).toMatchObject({ state: 'review' })
    await approveWithdrawal(decide(), id)
    await expect(approveWithdrawal(decide(), id)).rejects.toThrow(/is approved: it does not wait/)
    expect(await later()).toMatchObject({ state: 'sent' })
    expect(await readBacklog(site.db, clock)).toMatchObject({ withdrawalsInReview: 0, reviewOldest: 0 })
  })

  it('give the item back when a person refuses them, with the reason', async () => {
    const [made] = await withdrawNew(player)
    const id = made?.id ?? ''
    await later()
    await refuseWithdrawal(decide(), id, { refusal: refusalOf('trade-link'), note: undefined })
    expect(await later()).toMatchObject({
      state: 'refused',
      reason: 'identity',
      refusal: { en: expect.stringMatching(/^The trade URL/), ru: expect.stringMatching(/^Трейд-ссылка/) },
    })
    expect((await player.get('/api/user/items')).body.items.map((item: { id: string }) => item.id)).toEqual([
      made?.item_id,
    ])
    expect((await titles())[0]).toBe('Withdrawal refused')
  })

  it('are decided once when approvals and refusals race', async () => {
    const [made] = await withdrawNew(player)
    await later()
    const decisions = await Promise.allSettled(
      Array.from({ length: 6 }, (_, place) =>
        place % 2 === 0
          ? approveWithdrawal(decide(), made?.id ?? '')
          : refuseWithdrawal(decide(), made?.id ?? '', { refusal: refusalOf('rules'), note: undefined }),
      ),
    )
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('wait when Steam does not answer, and for what it says of the account', async () => {
    await depositBefore()
    steam = null
    const [unknown] = await withdrawNew(player)
    expect(await later()).toMatchObject({ state: 'review' })
    expect(await lastNote(unknown?.id ?? '')).toBe('steam-unknown')
    // A ban is strong: the weak ones are told beside it.
    steam = { createdMs: clock - DAY_MS, isPrivate: true, isLimited: true, isTradeBanned: true }
    const [young] = await withdrawNew(player)
    await later()
    expect(await lastNote(young?.id ?? '')).toBe('steam-new, steam-private, steam-limited, steam-trade-ban')
  })

  it('wait when another player has the same address', async () => {
    await depositBefore()
    await moveTo('10.1.1.1')
    const first = player
    player = await newTrader(site)
    await moveTo('10.1.1.1')
    player = first
    const [made] = await withdrawNew(player)
    expect(await later(0, nothingWeak())).toMatchObject({ state: 'review' })
    expect(await lastNote(made?.id ?? '')).toBe('shared-address')
  })

  it('go at once for a weak reason below the sum of a day, and wait from it on', async () => {
    await depositBefore()
    await moveTo('10.1.1.2')
    const first = player
    player = await newTrader(site)
    await moveTo('10.1.1.2')
    player = first
    const [made] = (await withdrawNew(player)) as [Withdrawal]
    const { withdrawalRules } = site.catalogue.current
    const weakBelow = (dayBelow: number): Partial<LoadedCatalogue> => ({
      withdrawalRules: { ...withdrawalRules, weak: { reasons: ['shared-address'], dayBelow: cents(dayBelow) } },
    })
    expect(await later(0, weakBelow(made.price + 1))).toMatchObject({ state: 'sent' })
    const [next] = (await withdrawNew(player)) as [Withdrawal]
    expect(await later(0, weakBelow(made.price + next.price))).toMatchObject({ state: 'review' })
  })

  it('wait for a weak reason while a freeze holds the player', async () => {
    await depositBefore()
    await site.db.queries.insert(withdrawalFreezes).values({
      playerId: player.playerId,
      reason: 'fraud-warning',
      reference: newId(),
      at: new Date(clock),
    })
    steam = { ...OLD_ACCOUNT, isPrivate: true }
    await withdrawNew(player)
    expect(await later()).toMatchObject({ state: 'review' })
  })

  it('wait when they are worth much together', async () => {
    await depositBefore()
    const { payments } = site.catalogue.current
    const made = await withdrawNew(player, 3)
    const review = { ...payments.review, dayAbove: cents(made.reduce((sum, { price }) => sum + price, 0) - 1) }
    expect(await later(0, { payments: { ...payments, review } })).toMatchObject({ state: 'review' })
    expect(new Set((await withdrawalsOf(player)).map(({ state }) => state))).toEqual(new Set(['review']))
  })

  it('wait for the hold of a deposit after they were approved', async () => {
    const body = { method_name: 'card', sum: 5, promocode: '', user_id: player.playerId }
    const order = (await player.post('/api/payment/create/test?currency=USD', body)).body.order
    await site.guest().call('POST', '/api/payment/webhook/test', webhookOf(order.id, PAID), SIGNED)
    const until = clock + 3 * DAY_MS
    await turnOver(player)
    const [made] = await withdrawNew(player)
    expect(made).toMatchObject({ wait: { reason: 'deposit-hold', decided: { by: 'time', at: until } } })
    expect(await later()).toMatchObject({ state: 'review' })
    await approveWithdrawal(decide(), made?.id ?? '')
    expect(await later()).toMatchObject({
      state: 'approved',
      wait: { reason: 'deposit-hold', decided: { by: 'time', at: until } },
    })
    expect(await later(3 * DAY_MS - 1)).toMatchObject({ state: 'approved' })
    expect(await later(1)).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
  })

  describe('whose price rose', () => {
    /** The catalogue with another price of an item. */
    function withPrice({ item, price }: Withdrawal, percent: number): Partial<LoadedCatalogue> {
      const { catalogue } = site.catalogue.current
      const known = catalogue.items.get(item.id)
      if (known === undefined) throw new Error('There is no such item')
      const risen = { ...known, priceCents: cents(Math.ceil((price * percent) / 100)) }
      return { catalogue: { ...catalogue, items: new Map(catalogue.items).set(item.id, risen) } }
    }

    it('are replaced by items for what they were won at, or taken back', async () => {
      await depositBefore()
      const [made] = (await withdrawNew(player)) as [Withdrawal]
      expect(await later(0, withPrice(made, 200))).toMatchObject({ state: 'unavailable', reason: 'price-rise' })
      expect((await titles())[0]).toBe('Choose other items')
      const { body } = await player.post('/api/user/items/take-back', { id: made.item_id })
      expect(body).toMatchObject({ success: true, withdrawal: { state: 'returned', price: made.price } })
    })

    it('are sent when it rose by no more than the percentage', async () => {
      await depositBefore()
      await setStock(site, player, 'there')
      const [made] = (await withdrawNew(player)) as [Withdrawal]
      expect(await later(0, withPrice(made, 100))).toMatchObject({ state: 'sent' })
    })
  })
})
