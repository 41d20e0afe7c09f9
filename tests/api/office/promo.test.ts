// Promo codes in the office: who makes them, what is refused and which field has it, lists, who used one and what it brought.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/server/base/ids.ts'
import { items, players } from '../../../src/server/db/schema.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { promoCodes, promoOpenings } from '../../../src/server/db/schema-promo.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { makePlayer, moveOrder, placeOrder } from '../../support/players/deposits.ts'
import { addMargin } from '../../support/players/margin.ts'

const DAY_MS = 86_400_000

/** A cheap case of the catalogue. */
const CASE = 'first-step'

const PLAIN = {
  code: 'plain',
  count: null,
  percent: 10,
  sum: 0,
  usesMax: null,
  usesPerPlayer: 1,
  startsAt: null,
  endsAt: null,
  steamLevel: 0,
  depositMin: 0,
}

describe.each(SUITE_KINDS)('promo codes in the office on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser
  let finance: OfficeBrowser
  let number = 0

  beforeAll(async () => {
    office = await openTestOffice(kind)
    content = await office.member('content', 'Kateryna')
    finance = await office.member('finance', 'Fedir')
  })

  afterAll(() => office.close())

  const named = (): string => `code-${++number}`

  async function create(wish: object) {
    await content.makeFresh()
    return content.post('/promo', { ...PLAIN, ...wish })
  }

  async function code(wish: object = {}): Promise<string> {
    const { status, body } = await create({ code: named(), ...wish })
    expect(status).toBe(200)
    return body.code
  }

  async function batch(count: number, wish: object = {}): Promise<number> {
    const { status, body } = await create({ code: named(), count, ...wish })
    expect(status).toBe(200)
    return body.batch
  }

  const listed = async (query: string): Promise<string[]> =>
    (await content.get(`/promo/codes?${query}`)).body.codes.map((row: { code: string }) => row.code)

  /** Pays an order with a code; returns its id. */
  async function paid(playerId: number, used: string, amount: number): Promise<string> {
    const id = await placeOrder(office.db, { playerId, code: used, amount, at: new Date(office.nowMs) })
    await moveOrder(office.db, id, { state: 'paid', paidAt: new Date(office.nowMs) })
    return id
  }

  it('are made by content with a fresh assertion alone, and recorded', async () => {
    const name = named()
    office.nowMs += 10 * 60_000
    const stale = await content.post('/promo', { ...PLAIN, code: name })
    expect([stale.status, stale.body.why]).toEqual([403, 'fresh'])
    expect((await create({ code: ` ${name.toUpperCase()} `, percent: 8 })).body).toEqual({
      outcome: 'done',
      code: name,
      batch: null,
    })
    const rows = await office.db.queries.select().from(audit).where(eq(audit.subject, name))
    expect(rows).toMatchObject([{ verb: 'promo.create', actor: 'Kateryna', after: { code: name, percent: 8 } }])
    expect((await finance.get(`/promo/codes/${name}`)).body).toMatchObject({ code: name, percent: 8, state: 'running' })
    await finance.makeFresh()
    expect((await finance.post('/promo', { ...PLAIN, code: named() })).body.why).toBe('role')
    const support = await office.member('support')
    expect((await support.get('/promo/codes')).body.why).toBe('role')
  })

  it.each([
    [
      'percent',
      { percent: 11 },
      'percent-most',
      'a bonus chaser would get 11 % of a deposit to play with, more than 10 %',
    ],
    [
      'sum',
      { percent: 0, sum: 5001, depositMin: 100_000 },
      'sum-most',
      'a bonus chaser would get $50.01 with one deposit, more than $50.00',
    ],
    [
      'depositMin',
      { percent: 0, sum: 500, depositMin: 2500 },
      'share',
      'a bonus chaser would get 20 % of a deposit to play with, more than 10 %',
    ],
    ['case', { percent: 0, case: 'no-such-case' }, 'case-unknown', 'No case no-such-case is sold now'],
    [
      'case',
      { percent: 0, case: CASE, usesPerPlayer: 1_000_000 },
      'case-most',
      /^a collector of gifts would get openings of/,
    ],
    ['code', { code: 'two words' }, 'code-form', /^A code has up to 40/],
    ['code', { code: 'x'.repeat(30), count: 5 }, 'code-form', /^A code has up to 29/],
    ['endsAt', { endsAt: 1 }, 'period-over', 'The last day is over'],
    [
      'endsAt',
      { startsAt: Date.UTC(2100, 1, 1), endsAt: Date.UTC(2100, 0, 1) },
      'period-order',
      'The code would end before it begins',
    ],
  ])('are refused at the field %s for %o', async (field, wish, fault, message) => {
    const body = { ...PLAIN, code: named(), ...wish }
    const words = typeof message === 'string' ? message : expect.stringMatching(message)
    const check = await finance.post('/promo/check', body)
    expect([check.status, check.body.faults]).toEqual([
      200,
      [expect.objectContaining({ field, fault, message: words })],
    ])
    const before = await office.db.queries.$count(promoCodes)
    const made = await create(body)
    expect([made.status, made.body]).toEqual([409, { code: 'promo-faults', field, message: words }])
    expect(await office.db.queries.$count(promoCodes)).toBe(before)
  })

  it.each([
    [{ percent: 5, sum: 5 }],
    [{ percent: 0 }],
    [{ percent: 1.5 }],
    [{ count: 10_001 }],
    [{ count: 0 }],
    [{ usesMax: 0 }],
    [{ usesPerPlayer: 0 }],
    [{ steamLevel: -1 }],
    [{ depositMin: 2_000_000 }],
    [{ endsAt: 1e18 }],
    [{ extra: 1 }],
  ])('are refused before they are looked at with %o', async (wish) => {
    const { status, body } = await create({ code: named(), ...wish })
    expect([status, body.code]).toEqual([400, 'invalid'])
  })

  it('have each name once, also where two are made at the same time', async () => {
    const name = named()
    await content.makeFresh()
    const answers = await Promise.all([1, 2, 3].map(() => content.post('/promo', { ...PLAIN, code: name })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { body } = await content.post('/promo', { ...PLAIN, code: name.toUpperCase() })
    expect(body).toMatchObject({ code: 'promo-faults', field: 'code' })
  })

  it('are ended once, singly and by the batch', async () => {
    const one = await code()
    expect((await content.post(`/promo/codes/${one}/end`)).status).toBe(200)
    expect((await content.post(`/promo/codes/${one}/end`)).body).toMatchObject({ code: 'not-allowed', why: 'state' })
    expect((await content.get(`/promo/codes/${one}`)).body.state).toBe('ended')
    const id = await batch(3)
    expect((await content.post(`/promo/batches/${id}/end`)).status).toBe(200)
    expect((await content.post(`/promo/batches/${id}/end`)).body.why).toBe('state')
    expect(await listed(`batch=${id}&state=ended`)).toHaveLength(3)
    const rows = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.subject, `#${id}`))
    expect(rows.map(({ verb }) => verb).toSorted()).toEqual(['promo.create', 'promo.end'])
    expect((await content.post('/promo/codes/nothing/end')).status).toBe(404)
    expect((await content.get('/promo/batches/999999')).status).toBe(404)
  })

  it('of a batch are handed out as a table that says which are used, and that is recorded', async () => {
    const id = await batch(1000)
    const codes = await listed(`batch=${id}`)
    const playerId = await makePlayer(office.db)
    await paid(playerId, codes[0] ?? '', 1000)
    await content.makeFresh()
    const file = await content.post(`/promo/batches/${id}/codes`)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="codes-${id}.csv"`)
    const lines = String(file.body).trim().split('\r\n')
    expect([lines.length, lines[0]]).toEqual([1001, 'code,state'])
    expect(lines.filter((line) => line.endsWith(',used'))).toEqual([`${codes[0]},used`])
    const rows = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.subject, `#${id}`))
    expect(rows.map(({ verb }) => verb)).toContain('promo.codes')
    expect((await content.get('/promo/batches')).body.batches[0]).toMatchObject({ id, count: 1000, used: 1 })
    await finance.makeFresh()
    expect((await finance.post(`/promo/batches/${id}/codes`)).body.why).toBe('role')
  })

  it('are listed by state, by beginning and by batch, page after page', async () => {
    const later = office.nowMs + DAY_MS
    const planned = await code({ startsAt: later })
    const over = await code({ endsAt: office.nowMs + 1 })
    const running = await code()
    office.nowMs += 1
    expect(await listed('state=planned')).toEqual([planned])
    expect(await listed('state=over')).toEqual([over])
    expect((await listed('state=running')).slice(0, 1)).toEqual([running])
    const id = await batch(120, { code: 'pages' })
    expect(await listed('state=running')).not.toContain((await listed(`batch=${id}`))[0])
    for (const query of [`batch=${id}`, 'q=PAGES-', `q=pages&batch=${id}&state=running`]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { body: { codes: { code: string }[]; cursor: string | null } } = await content.get(
          `/promo/codes?${query}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        )
        seen.push(...page.body.codes.map((row) => row.code))
        cursor = page.body.cursor
      }
      expect([query, seen.length, new Set(seen).size]).toEqual([query, 120, 120])
    }
    const once = await code({ usesMax: 1 })
    expect(await listed('state=used')).not.toContain(once)
    await paid(await makePlayer(office.db), once, 1_500)
    expect((await listed('state=used')).slice(0, 1)).toEqual([once])
    expect(await listed('state=running')).not.toContain(once)
    expect((await content.get(`/promo/codes/${once}`)).body).toMatchObject({ state: 'used', used: 1, usesMax: 1 })
    expect(await listed('q=page_')).toEqual([])
    expect(await listed('q=%25')).toEqual([])
    expect((await content.get('/promo/codes?cursor=x')).status).toBe(400)
  })

  it.each([
    { percent: 5, case: CASE },
    { percent: 0, sum: 100, depositMin: 10_000, case: CASE },
    { percent: 0, case: CASE, depositMin: 100 },
    { percent: 0 },
  ])('are one of a percentage, a sum and a case: not %o', async (wish) => {
    expect((await create({ code: named(), ...wish })).status).toBe(400)
  })

  it('open a case that is found by its name, alone and as a batch, and say who opened it and what that gave', async () => {
    const { cases } = (await content.get('/promo/cases?q=first%20step')).body
    expect(cases).toContainEqual({
      url: CASE,
      name: expect.objectContaining({ en: 'First Step' }),
      price: expect.any(Number),
      mean: expect.any(Number),
    })
    expect((await content.get('/promo/cases')).body.cases.length).toBeGreaterThan(3)
    expect((await content.get('/promo/cases?q=nothing-has-this-name')).body.cases).toEqual([])
    const name = await code({ percent: 0, case: CASE, usesMax: 5 })
    const number = await batch(3, { percent: 0, case: CASE })
    const { queries } = office.db
    const [promo] = await queries.select().from(promoCodes).where(eq(promoCodes.code, name))
    const player = await makePlayer(office.db)
    const rollId = newId()
    const item = { id: rollId, playerId: player, itemId: 'ak-47-slate.mw', price: 130, state: 'owned' } as const
    await queries.insert(items).values({ ...item, source: 'case', reference: CASE, locked: 130 })
    await queries.insert(promoOpenings).values({ promoId: promo?.id ?? 0, playerId: player, use: 1, rollId })
    await paid(player, await code(), 1_500)
    const box = { url: CASE, name: expect.objectContaining({ en: 'First Step' }) }
    const { body } = await finance.get(`/promo/codes/${name}`)
    expect(body).toMatchObject({ percent: 0, sum: 0, case: box })
    expect(body.brought).toEqual({ uses: 1, players: 1, deposited: 1_500, bonus: 130, margin: 0 })
    expect((await finance.get(`/promo/codes/${name}/uses`)).body.uses).toEqual([
      {
        id: rollId,
        at: expect.any(Number),
        code: name,
        player: expect.objectContaining({ id: player }),
        order: null,
        won: 130,
      },
    ])
    const rows = (await finance.get(`/promo/codes?q=${name}`)).body.codes
    expect(rows[0]).toMatchObject({ code: name, used: 1, case: box })
    expect((await finance.get(`/promo/batches/${number}`)).body).toMatchObject({ case: box, brought: { uses: 0 } })
  })

  it('say who used them, on which order, and what those players brought without bots and refunds', async () => {
    const name = await code({ usesPerPlayer: 9 })
    const [one, two, bot] = [await makePlayer(office.db), await makePlayer(office.db), await makePlayer(office.db)]
    await office.db.queries.update(players).set({ house: true }).where(eq(players.id, bot))
    const margin = (playerId: number, id: string, made: number) => addMargin(office.db, playerId, id, made)
    const before = '00000000-0000-7000-8000-000000000001'
    await margin(one, before, 7_000_000)
    const first = await paid(one, name, 2000)
    const second = await paid(one, name, 3000)
    const partly = await paid(two, name, 4000)
    await moveOrder(office.db, partly, {
      state: 'partly_refunded',
      refundedMinor: 1,
      returned: 1000,
      bonusReturned: 100,
    })
    await paid(bot, name, 9000)
    const open = await placeOrder(office.db, { playerId: two, code: name, amount: 1000 })
    await margin(one, 'ffffffff-0000-7000-8000-000000000001', 12_000_000)
    await margin(two, 'ffffffff-0000-7000-8000-000000000002', 30_000_000)
    await margin(bot, 'ffffffff-0000-7000-8000-000000000003', 90_000_000)
    const { body } = await finance.get(`/promo/codes/${name}`)
    expect(body.brought).toEqual({ uses: 3, players: 2, deposited: 8000, bonus: 800, margin: 42 })
    const { uses } = (await finance.get(`/promo/codes/${name}/uses`)).body
    const orders = uses.map(({ id }: { id: string }) => id)
    expect(orders.slice(1)).toEqual([partly, second, first])
    expect(orders).not.toContain(open)
    expect(uses[0].player).toMatchObject({ id: bot, isBot: true })
    expect(uses[3]).toMatchObject({
      code: name,
      order: { amount: 2000, bonus: 200, state: 'paid' },
      player: { id: one },
    })
    expect((await finance.get(`/promo/codes/${name}/uses?cursor=${partly}`)).body.uses).toHaveLength(2)
  })

  it('of a batch say the same together', async () => {
    const id = await batch(5, { percent: 0, sum: 500, depositMin: 5000 })
    const [first = '', second = ''] = await listed(`batch=${id}`)
    const order = await paid(await makePlayer(office.db), first, 5000)
    await paid(await makePlayer(office.db), second, 6000)
    const { body } = await finance.get(`/promo/batches/${id}`)
    expect(body.brought).toMatchObject({ uses: 2, players: 2, deposited: 11_000, bonus: 1000, margin: 0 })
    const { uses } = (await finance.get(`/promo/batches/${id}/uses`)).body
    expect(uses).toHaveLength(2)
    expect(uses[1]).toMatchObject({ id: order, code: first, order: { bonus: 500 } })
  })
})
