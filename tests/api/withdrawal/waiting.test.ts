// What waits for a player: one list of every hold, with its reason, since when, who decides, and the numbers that it rests on.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { type WaitEntry, waitingReplySchema } from '../../../src/protocol/waiting.ts'
import { withdrawalHoldReplySchema } from '../../../src/protocol/withdrawal.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { addPublishedOdds, type LoadedCatalogue } from '../../../src/server/catalogue/loaded-catalogue.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { addDebt, freezeWithdrawals } from '../../../src/server/services/account/freezes.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { createDecisionTimes } from '../../../src/server/services/waiting/decision-times.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { PAID, TestProvider } from '../../support/outside/payment-provider.ts'
import { win } from '../../support/players/games.ts'
import { depositPaid } from '../../support/players/gifts.ts'
import { newTrader, withdraw, withdrawNew } from '../../support/players/withdrawals.ts'
import { recordCatalogue } from '../../support/shop/shop.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CASE = 'zero-gravity'

describe.each(SUITE_KINDS)('what waits for a player on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let shop: Extract<Awaited<ReturnType<typeof readCatalogue>>, { ok: true }>
  let current: LoadedCatalogue
  let nowMs = Date.now()

  beforeAll(async () => {
    const payments = { providers: [new TestProvider()], standIn: undefined }
    site = await openTestSite(kind, { payments, now: () => nowMs })
    const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
    if (!reading.ok) throw new Error('The catalogue was refused')
    shop = reading
    Object.defineProperty(site.catalogue, 'current', { get: () => current })
    await hold([])
  })

  beforeEach(async () => {
    nowMs = Date.now()
    player = await newTrader(site)
  })

  afterAll(() => site.close())

  async function hold(ids: readonly string[]): Promise<void> {
    const held = new Map(ids.map((id) => [id, { seenCents: cents(987_654), sinceMs: nowMs }]))
    current = addPublishedOdds({ ...shop, priceState: { ...NO_PRICE_STATE, held } })
    await recordCatalogue(site.db, current)
  }

  const read = async (of = player) => waitingReplySchema.parse((await of.get('/api/user/waiting')).body)
  const waits = async (of = player): Promise<WaitEntry[]> => (await read(of)).waits
  const reasons = async (): Promise<string[]> => (await waits()).map(({ reason }) => reason)
  const freeze = (reason: 'dispute' | 'fraud-warning') =>
    site.db.transaction((tx) =>
      freezeWithdrawals(tx, { playerId: player.playerId, reason, orderId: randomUUID() }, new Date(nowMs)),
    )

  it('is nothing for a new player, and for players only', async () => {
    const { waits: none, usual } = await read()
    expect(none).toEqual([])
    expect(usual.withdrawals).toEqual({ minutes: 1_440, measured: false })
    expect((await site.guest().get('/api/user/waiting')).status).toBe(401)
  })

  it('names a requested withdrawal, and the same wait on the withdrawal itself', async () => {
    const [made] = await withdrawNew(player)
    const [entry] = await waits()
    expect(entry).toMatchObject({
      subject: 'withdrawal',
      reason: 'next',
      since: nowMs,
      decided: { by: 'site' },
      id: made?.id,
      about: { kind: 'item', item: { id: made?.item.id } },
    })
    const { id: _, about: __, ...wait } = entry ?? ({} as WaitEntry)
    expect(made?.wait).toEqual(wait)
    expect(await waits(await newTrader(site))).toEqual([])
  })

  it('tells of a review in kind alone, and that a person decides', async () => {
    const [made] = await withdrawNew(player)
    await site.db.queries.update(withdrawals).set({
      state: 'review',
      review: ['value', 'shared-device', 'battles-paired', 'steam-new'],
    })
    const answer = (await player.get('/api/user/waiting')).body
    expect(answer.waits[0]).toMatchObject({
      id: made?.id,
      reason: 'review',
      decided: { by: 'person', queue: 'withdrawals' },
      grounds: ['worth', 'safety', 'steam'],
    })
    expect(JSON.stringify(answer)).not.toMatch(/shared|paired|device|score|cluster/)
    await site.db.queries.update(withdrawals).set({ state: 'requested', review: null })
  })

  it('names deposits that hold items, with the day, before anything is withdrawn', async () => {
    const services = await createServices({ ...site.components, checks: true, events: createEvents() })
    const { order } = (
      await player.post('/api/payment/create/test', {
        method_name: 'card',
        sum: 20,
        promocode: '',
        user_id: player.playerId,
      })
    ).body
    await services.settlement.apply(order.id, PAID)
    const { waits: all } = await services.waitsFor(player.playerId)
    expect(all.find(({ reason }) => reason === 'deposit-hold')).toMatchObject({
      since: nowMs,
      decided: { by: 'time', at: nowMs + 72 * HOUR_MS },
    })
    expect(all.find(({ reason }) => reason === 'new-card')).toMatchObject({
      decided: { by: 'time', at: nowMs + 7 * DAY_MS },
      amounts: { have: 2_000, need: 10_000 },
    })
    const { wait } = withdrawalHoldReplySchema.parse((await player.get('/api/user/withdrawals/hold')).body)
    expect(wait).toMatchObject({ reason: 'deposit-hold', decided: { by: 'time', at: nowMs + 72 * HOUR_MS } })
  })

  it('says how much of the deposits was played, until they were once', async () => {
    await depositPaid(site, player, 20)
    await win(player, 1)
    const turnover = (await waits()).find(({ reason }) => reason === 'turnover')
    const { have, need } = turnover?.amounts ?? { have: null, need: 0 }
    expect(need).toBe(2_000)
    expect(have).toBeGreaterThan(0)
    expect(turnover?.decided).toEqual({ by: 'play' })
    // The dialog of a withdrawal says it before the request is refused.
    const hold = withdrawalHoldReplySchema.parse((await player.get('/api/user/withdrawals/hold')).body)
    expect(hold.turnover).toMatchObject({ reason: 'turnover', amounts: { have, need } })
    const refused = (await withdraw(player, [(await win(player, 1))[0]?.id ?? ''])).body
    const after = (await waits()).find(({ reason }) => reason === 'turnover')
    expect(refused).toMatchObject({ success: false, code: 'turnover' })
    expect(after?.amounts?.have).toBeGreaterThan(have ?? 0)
  })

  it('says how much of gifts is unlocked, in the list and on the item', async () => {
    const [locked, free] = await win(player, 2)
    await site.db.asOwner(`update items set locked = price where id = '${locked?.id}'`)
    await site.db.asOwner(`update accounts set margin = 0 where id = ${player.playerId}`)
    expect(await waits()).toMatchObject([
      { subject: 'gifts', reason: 'gift', decided: { by: 'play' }, amounts: { have: 0, need: locked?.price } },
    ])
    const items = (await player.get('/api/user/items')).body.items as { id: string; wait?: WaitEntry }[]
    const waitOf = (id = '') => items.find((item) => item.id === id)?.wait
    expect(waitOf(locked?.id)).toMatchObject({ reason: 'gift', amounts: { have: 0, need: locked?.price } })
    expect(waitOf(free?.id)).toBeUndefined()
  })

  it('names owned items whose price is held, since when, and never what the market said', async () => {
    const [won] = await win(player, 1)
    const { items } = (await player.get('/api/user/items')).body
    await hold([items[0].item.id])
    try {
      const answer = (await player.get('/api/user/waiting')).body
      expect(answer.waits).toMatchObject([
        { id: won?.id, subject: 'item', reason: 'price', since: nowMs, decided: { by: 'person', queue: 'prices' } },
      ])
      expect((await player.get('/api/user/items')).body.items[0]).toMatchObject({
        wait: { reason: 'price', since: nowMs },
      })
      expect(JSON.stringify(answer)).not.toContain('987654')
    } finally {
      await hold([])
    }
  })

  it('names favourite cases, the wheel and free cases that are paused', async () => {
    await player.post(`/api/case/${CASE}/favourite`, { favourite: true })
    const box = shop.catalogue.cases.get(CASE)
    await hold((box?.entries ?? []).map(({ item }) => item.id))
    try {
      expect((await waits()).find(({ id }) => id === `case-${CASE}`)).toMatchObject({
        subject: 'game',
        reason: 'prize-price',
        since: nowMs,
        about: { kind: 'game', game: 'case', path: `/case/${CASE}` },
      })
    } finally {
      await hold([])
    }
  })

  it('names a freeze and a debt, each once, with who ends it', async () => {
    await freeze('dispute')
    await freeze('fraud-warning')
    await freeze('fraud-warning')
    await site.db.transaction((tx) =>
      addDebt(tx, { playerId: player.playerId, orderId: randomUUID(), debt: 700 }, new Date(nowMs)),
    )
    const all = await waits()
    expect(all.map(({ reason, decided }) => [reason, decided.by])).toEqual([
      ['dispute', 'bank'],
      ['fraud-warning', 'person'],
      ['debt', 'player'],
    ])
    expect(all[2]?.amounts).toEqual({ have: null, need: 700 })
  })

  it('names kept payments until they are refunded', async () => {
    const order = await depositPaid(site, player, 10, [])
    await player.post('/api/limits/self-exclude', { days: 1 })
    await site.db.asOwner(`insert into kept_payments (order_id, reason, state, amount, minor, at)
      values ('${order}', 'time-out', 'waiting', 1000, 1000, '${new Date(nowMs).toISOString()}')`)
    expect(await reasons()).toEqual(['kept-break', 'time-out'])
    const [kept, excluded] = await waits()
    expect(kept).toMatchObject({ since: nowMs, decided: { by: 'person', queue: 'payments' }, amounts: { need: 1_000 } })
    expect(excluded?.decided).toMatchObject({ by: 'time', at: nowMs + DAY_MS })
    await site.db.asOwner(`delete from kept_payments where order_id = '${order}'`)
  })

  it('names a limit that is to rise, with what it will be', async () => {
    await player.post('/api/limits', { day: 1_000 })
    await player.post('/api/limits', { day: 5_000 })
    expect(await waits()).toMatchObject([
      {
        reason: 'raise',
        decided: { by: 'time', at: nowMs + DAY_MS },
        amounts: { have: null, need: 1_000 },
        about: { kind: 'limit', window: 'day', next: 5_000 },
      },
    ])
  })

  it('names an erasure that was asked for, which can be taken back', async () => {
    await player.post('/api/user/erasure', { confirmed: true })
    expect(await waits()).toMatchObject([{ reason: 'erasure', decided: { by: 'time', at: nowMs + 7 * DAY_MS } }])
  })

  it('measures how long people take: the median of the last 30 days, of five decisions at least', async () => {
    const made = await withdrawNew(player, 6)
    const steps = made.flatMap(({ id }, place) => {
      const begunMs = nowMs - (place === 0 ? 40 * DAY_MS : DAY_MS)
      const took = place === 0 ? 99 : place
      return [
        `('${id}', 'review', '${new Date(begunMs).toISOString()}')`,
        `('${id}', 'approved', '${new Date(begunMs + took * HOUR_MS).toISOString()}')`,
      ]
    })
    const times = () => createDecisionTimes({ db: site.db, catalogue: () => current, now: () => nowMs })
    await site.db.asOwner(
      `insert into withdrawal_steps (withdrawal_id, state, at) values ${steps.slice(0, -2).join(', ')}`,
    )
    expect((await times().read()).withdrawals.measured).toBe(false)
    await site.db.asOwner(
      `insert into withdrawal_steps (withdrawal_id, state, at) values ${steps.slice(-2).join(', ')}`,
    )
    const usual = await times().read()
    // 1, 2, 3, 4 and 5 hours; the one of 40 days ago is too old.
    expect(usual.withdrawals).toEqual({ minutes: 180, measured: true })
    expect(usual.payments).toEqual({ minutes: 4_320, measured: false })
  })
})
