// Promo codes that open a case: once for each use, locked as every gift, refused without being used up, and no bonus of a deposit.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { promoOpenReplySchema } from '../../../src/protocol/bonuses.ts'
import { items, players } from '../../../src/server/db/schema.ts'
import { exclusions } from '../../../src/server/db/schema-payments.ts'
import { promoCodes, promoOpenings } from '../../../src/server/db/schema-promo.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { CROWD, SUITE_KINDS } from '../../support/databases/databases.ts'
import { TestProvider } from '../../support/outside/payment-provider.ts'
import { knowSteamAccount, OLD_ACCOUNT } from '../../support/outside/steam-account.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const CASE = 'first-step'

describe.each(SUITE_KINDS)('a promo code that opens a case on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let number = 0

  beforeAll(async () => {
    site = await openTestSite(kind, { payments: { providers: [new TestProvider()], standIn: undefined } })
  })

  beforeEach(async () => {
    player = await newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  async function newPlayer(level = 10): Promise<Browser> {
    const one = await site.newPlayer()
    await knowSteamAccount(site.db, one.playerId, OLD_ACCOUNT)
    await site.db.queries.update(players).set({ steamLevel: level }).where(eq(players.id, one.playerId))
    return one
  }

  async function make(wish: Partial<typeof promoCodes.$inferInsert> = {}): Promise<{ id: number; code: string }> {
    const code = `case-${++number}`
    const [row] = await site.db.queries
      .insert(promoCodes)
      .values({ code, percent: 0, caseUrl: CASE, ...wish })
      .returning({ id: promoCodes.id })
    return { id: row?.id ?? 0, code }
  }

  const open = async (code: string, who = player, headers?: Record<string, string>) =>
    promoOpenReplySchema.parse((await who.post('/api/bonuses/code', { code }, headers)).body)

  const uses = (id: number) => site.db.queries.$count(promoOpenings, eq(promoOpenings.promoId, id))

  it('opens it once, and what it wins is locked', async () => {
    const { id, code } = await make()
    const approved = (await player.post('/api/payment/promocode/approve', { promocode: code.toUpperCase() })).body
    expect(approved).toMatchObject({ success: true, percent: 0, sum: 0, opens: { kind: 'case', case: { url: CASE } } })
    const key = { 'idempotency-key': randomUUID() }
    const before = (await player.get('/api/user/get')).body.user.balance
    const opened = await open(code.toUpperCase(), player, key)
    expect(opened).toMatchObject({ success: true, balance: before })
    expect(await open(code.toUpperCase(), player, key)).toEqual(opened)
    if (!opened.success) throw new Error(opened.message)
    const [item] = await site.db.queries.select().from(items).where(eq(items.id, opened.drop.id))
    const { price } = opened.drop
    expect(item).toMatchObject({ playerId: player.playerId, source: 'case', reference: CASE, price, locked: price })
    expect(await open(code)).toMatchObject({ success: false, code: 'promo-used' })
    expect(await uses(id)).toBe(1)
  })

  it('gives its last use to one of many players, and each use to a player once', async () => {
    const { id, code } = await make({ usesMax: 2, usesPerPlayer: 1 })
    const crowd = await Promise.all(Array.from({ length: Math.min(CROWD, 8) }, () => newPlayer()))
    const replies = await Promise.all(crowd.flatMap((who) => [open(code, who), open(code, who)]))
    expect(replies.filter(({ success }) => success)).toHaveLength(2)
    expect(await uses(id)).toBe(2)
    expect(await open(code)).toMatchObject({ success: false, code: 'promo-used-up' })
  })

  it.each([
    ['gone', { caseUrl: 'no-such-case' }, 'promo-case-off'],
    ['worth more than a code may give', { usesPerPlayer: 100_000 }, 'promo-case-off'],
    ['over', { endsAt: new Date(Date.now() - 1_000) }, 'promo-ended'],
    ['planned', { startsAt: new Date(Date.now() + 86_400_000) }, 'promo-ended'],
    ['of a higher Steam level', { steamLevel: 50 }, 'promo-level'],
  ])('that is %s is refused, and not used up', async (_what, wish, refusal) => {
    const { id, code } = await make(wish)
    expect(await open(code)).toMatchObject({ success: false, code: refusal })
    const approved = (await player.post('/api/payment/promocode/approve', { promocode: code })).body
    expect(approved).toMatchObject({ success: false, code: refusal })
    expect(await uses(id)).toBe(0)
  })

  it('is refused to a player who gets no gifts, and to an excluded one', async () => {
    const { id, code } = await make()
    const low = await newPlayer(2)
    expect(await open(code, low)).toMatchObject({ success: false, code: 'gift-steam' })
    expect((await low.post('/api/payment/promocode/approve', { promocode: code })).body.code).toBe('gift-steam')
    await site.db.queries.insert(exclusions).values({ playerId: player.playerId, kind: 'self-exclusion', until: null })
    expect(await open(code)).toMatchObject({ success: false, code: 'excluded' })
    expect(await uses(id)).toBe(0)
  })

  it('is the one gift of players who share a device: the first who opens one gets more', async () => {
    const { code } = await make({ usesPerPlayer: 2 })
    const other = await newPlayer()
    const device = randomUUID()
    for (const { playerId } of [player, other])
      await site.services.recordTraces({ playerId, device, subnet: '203.0.113.0/24', atMs: Date.now() })
    expect(await open(code)).toMatchObject({ success: true })
    expect(await open(code, other)).toMatchObject({ success: false, code: 'gift-related' })
    expect(await open(code)).toMatchObject({ success: true })
  })

  it('adds nothing to a deposit and is not used by one, as a code of a deposit opens nothing', async () => {
    const { id, code } = await make()
    const body = { method_name: 'card', sum: 5, promocode: code, user_id: player.playerId }
    const ordered = (await player.post('/api/payment/create/test?currency=USD', body)).body
    expect(ordered).toMatchObject({ success: true, order: { bonus: 0 } })
    expect(await uses(id)).toBe(0)
    const other = await make({ caseUrl: null, percent: 5 })
    expect(await open(other.code)).toMatchObject({ success: false, code: 'promo-deposit-only' })
    expect(await open('nobody-made-it')).toMatchObject({ success: false, code: 'promo-unknown' })
  })
})
