// Partners in the office: who is listed in which order, and what a period of one brought, by day and by month.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastIdAt } from '../../../src/server/base/ids.ts'
import { players } from '../../../src/server/db/schema.ts'
import { bans } from '../../../src/server/db/schema-operations.ts'
import { referralCodes, referralShares } from '../../../src/server/db/schema-rewards.ts'
import { countVisit } from '../../../src/server/services/referral/visits.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { insertOrder, makePlayer, makePlayers } from '../../support/players/deposits.ts'
import { addMargin } from '../../support/players/margin.ts'

const at = (text: string): Date => new Date(`${text}Z`)

describe.each(SUITE_KINDS)('partners in the office on %s', (kind) => {
  let office: TestOffice
  let content: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    content = await office.member('content', 'Kateryna')
  })

  afterAll(() => office.close())

  async function partner(earned: number): Promise<{ id: number; code: string }> {
    const id = await makePlayer(office.db)
    const code = `CODE${id}`
    await office.db.queries.insert(referralCodes).values({ playerId: id, code, earned })
    return { id, code }
  }

  async function referred(referrerId: number, when: Date): Promise<number> {
    const id = await makePlayer(office.db)
    await office.db.queries.update(players).set({ referrerId, referredAt: when }).where(eq(players.id, id))
    return id
  }

  const visit = (code: string, when: Date) =>
    countVisit(office.db.queries, { code, playerId: null, atMs: when.getTime(), timeZone: 'UTC' })

  const paidOrder = (playerId: number, referrerId: number, when: Date) =>
    insertOrder(office.db.queries, { playerId, referrerId, state: 'paid', paidAt: when, createdAt: when })

  it('are counted by day and by month in a period, each figure on its day', async () => {
    const { queries } = office.db
    const { id, code } = await partner(500)
    const one = await referred(id, at('2026-10-31T23:59:00'))
    const two = await referred(id, at('2026-11-01T00:00:00'))
    await referred(id, at('2026-09-30T12:00:00'))
    for (const when of ['2026-10-31T10:00:00', '2026-10-31T11:00:00', '2026-11-01T09:00:00'])
      await visit(code, at(when))
    await paidOrder(one, id, at('2026-11-02T10:00:00'))
    await paidOrder(one, id, at('2026-11-03T10:00:00'))
    await paidOrder(two, id, at('2026-10-01T10:00:00'))
    await addMargin(office.db, one, `${leastIdAt(at('2026-11-02T12:00:00').getTime()).slice(0, -4)}0001`, 7_000_000)
    await addMargin(office.db, two, `${leastIdAt(at('2026-11-03T12:00:00').getTime()).slice(0, -4)}0002`, 5_000_000)
    await addMargin(office.db, two, `${leastIdAt(at('2026-12-03T12:00:00').getTime()).slice(0, -4)}0003`, 90_000_000)
    const share = { referrerId: id, percent: 10, margin: 10_000_000, amount: 500 }
    await queries.insert(referralShares).values({ ...share, playerId: one, sequence: 1, at: at('2026-11-03T03:00:00') })

    const none = { visits: 0, joined: 0, firstDeposits: 0, margin: 0, paid: 0 }
    const path = `/promo/partners/${id}?from=2026-10-31&to=2026-11-30`
    const { status, body } = await content.get(path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ code, tier: 'silver', percent: 10, from: '2026-10-31', to: '2026-11-30' })
    expect(body.total).toEqual({ visits: 3, joined: 2, firstDeposits: 1, margin: 12, paid: 500 })
    expect(body.spans).toEqual([
      { ...none, span: '2026-11-03', margin: 5, paid: 500 },
      { ...none, span: '2026-11-02', margin: 7, firstDeposits: 1 },
      { ...none, span: '2026-11-01', visits: 1, joined: 1 },
      { ...none, span: '2026-10-31', visits: 2, joined: 1 },
    ])
    expect((await content.get(`${path}&by=month`)).body.spans).toEqual([
      { ...none, span: '2026-11', visits: 1, joined: 1, firstDeposits: 1, margin: 12, paid: 500 },
      { ...none, span: '2026-10', visits: 2, joined: 1 },
    ])
    const late = (await content.get(`/promo/partners/${id}`)).body
    expect([late.from, late.to, late.total.visits]).toEqual(['2026-10-30', '2026-11-28', 3])
  })

  it('are listed by what they were paid, without bots, and say who is banned', async () => {
    const { queries } = office.db
    const [most, bot, banned] = [await partner(9_000), await partner(8_000), await partner(7_000)]
    await queries.update(players).set({ house: true }).where(eq(players.id, bot.id))
    await queries.insert(bans).values({ playerId: banned.id, reason: 'a test' })
    await visit(most.code, at('2026-11-20T12:00:00'))
    await referred(most.id, at('2026-11-20T12:00:00'))
    const { partners } = (await content.get('/promo/partners')).body
    expect(partners.slice(0, 2)).toMatchObject([
      { player: { id: most.id, isBanned: false }, code: most.code, visits: 1, joined: 1, paid: 9_000 },
      { player: { id: banned.id, isBanned: true }, paid: 7_000 },
    ])
    expect((await content.get(`/promo/partners/${bot.id}`)).status).toBe(404)
  })

  it('are listed page after page, each once', async () => {
    const ids = await makePlayers(office.db, 120)
    await office.db.queries
      .insert(referralCodes)
      .values(ids.map((playerId, place) => ({ playerId, code: `PAGE${playerId}`, earned: place % 7 })))
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { body: { partners: { player: { id: number } }[]; cursor: string | null } } = await content.get(
        `/promo/partners${cursor === '' ? '' : `?cursor=${cursor}`}`,
      )
      seen.push(...page.body.partners.map(({ player }) => player.id))
      cursor = page.body.cursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(ids.every((id) => seen.includes(id))).toBe(true)
  })

  it.each(['?from=2026-11-02&to=2026-11-01', '?from=2024-01-01&to=2026-11-01', '?from=x', '?by=week'])(
    'are refused with the period %s',
    async (query) => {
      const { id } = await partner(1)
      const { status, body } = await content.get(`/promo/partners/${id}${query}`)
      expect([status, body.code]).toEqual([400, 'invalid'])
    },
  )

  it('are refused with a cursor of another list, and for a player without a code', async () => {
    for (const cursor of ['x', '1_9999999999', '1'])
      expect((await content.get(`/promo/partners?cursor=${cursor}`)).status).toBe(400)
    expect((await content.get(`/promo/partners/${await makePlayer(office.db)}`)).status).toBe(404)
    const support = await office.member('support')
    expect((await support.get('/promo/partners')).body.why).toBe('role')
  })
})
