// A share of a partner's own: who may agree on it, with whom, up to which bound, what it would have cost, and how it ends.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../../src/server/db/schema.ts'
import { audit } from '../../../src/server/db/schema-office.ts'
import { bans } from '../../../src/server/db/schema-operations.ts'
import { partnerShares, referralCodes, referralShares } from '../../../src/server/db/schema-rewards.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { makePlayer } from '../../support/players/deposits.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('a share of a partner’s own on %s', (kind) => {
  let office: TestOffice
  let finance: OfficeBrowser
  let owner: OfficeBrowser

  beforeAll(async () => {
    office = await openTestOffice(kind)
    finance = await office.member('finance', 'Finn')
    owner = await office.member('owner', 'Olha')
  })

  afterAll(() => office.close())

  async function partner(): Promise<number> {
    const id = await makePlayer(office.db)
    await office.db.queries.insert(referralCodes).values({ playerId: id, code: `OWN${id}` })
    return id
  }

  const ask = (who: OfficeBrowser, id: number, percent: number, until: number | null = null) =>
    who.post(`/promo/partners/${id}/share`, { percent, until, reason: 'Streams daily' })

  async function agree(id: number, percent: number, until: number | null = null): Promise<void> {
    const { body } = await ask(finance, id, percent, until)
    expect(body.outcome).toBe('proposed')
    expect((await owner.post(`/proposals/${body.proposal}/approve`)).status).toBe(200)
  }

  const pageOf = async (id: number) => (await finance.get(`/promo/partners/${id}`)).body

  /** The percentage of a partner's own share in the list. */
  async function listedPercent(id: number): Promise<number | null> {
    const { partners } = (await finance.get('/promo/partners')).body
    return partners.find((row: { player: { id: number } }) => row.player.id === id).ownPercent
  }

  /** What a partner was told, the first first. */
  async function told(id: number) {
    const { playerId, kind: of, amounts } = notifications
    const rows = await office.db.queries
      .select({ of, amounts })
      .from(notifications)
      .where(eq(playerId, id))
      .orderBy(notifications.id)
    return rows.map((row) => [row.of, row.amounts])
  }

  it('begins once a second person approved it, is recorded, and ends by one press', async () => {
    const id = await partner()
    const until = office.nowMs + 30 * DAY_MS
    const { body } = await ask(finance, id, 20, until)
    expect(body.outcome).toBe('proposed')
    expect((await pageOf(id)).ownShare).toBeNull()
    expect((await owner.get(`/proposals/${body.proposal}`)).body.difference).toEqual([
      { field: 'percent', before: null, after: 20 },
      { field: 'until', before: null, after: new Date(until).toISOString() },
    ])
    expect((await finance.post(`/proposals/${body.proposal}/approve`)).body.why).toBe('second')
    expect((await owner.post(`/proposals/${body.proposal}/approve`)).status).toBe(200)
    expect(await pageOf(id)).toMatchObject({
      tierPercent: 10,
      percent: 20,
      ownShare: { percent: 20, until, reason: 'Streams daily', by: 'Olha', at: office.nowMs, loweredTo: null },
    })
    expect(await listedPercent(id)).toBe(20)
    expect((await finance.post(`/promo/partners/${id}/share/end`)).body).toEqual({ outcome: 'done' })
    expect(await pageOf(id)).toMatchObject({ percent: 10, ownShare: null })
    expect(await listedPercent(id)).toBeNull()
    expect(await told(id)).toEqual([
      ['partnerShare', { percent: 20 }],
      ['partnerShareEnded', {}],
    ])
    expect((await finance.post(`/promo/partners/${id}/share/end`)).body.why).toBe('state')
    expect(await told(id)).toHaveLength(2)
    const rows = await office.db.queries
      .select()
      .from(audit)
      .where(eq(audit.subject, String(id)))
      .orderBy(audit.id)
    expect(rows.map(({ verb, actor, reason }) => [verb, actor, reason])).toEqual([
      ['partners.share', 'Olha', 'Streams daily'],
      ['partners.end', 'Finn', null],
    ])
    const { events } = (await owner.get(`/players/${id}/timeline?kinds=act`)).body
    expect(events.map(({ what }: { what: string }) => what)).toEqual(['act.partners.end', 'act.partners.share'])
  })

  it('is refused above the bound, in the past, to a banned partner, without a passkey, and for other roles', async () => {
    const id = await partner()
    expect((await ask(finance, id, 21)).body.code).toBe('invalid')
    expect((await ask(finance, id, 0)).body.code).toBe('invalid')
    expect((await ask(finance, id, 20, office.nowMs)).body.code).toBe('share-over')
    for (const role of ['content', 'support', 'risk', 'auditor'] as const)
      expect((await ask(await office.member(role), id, 20)).body.why).toBe('role')
    await office.db.queries.insert(bans).values({ playerId: id, reason: 'a test' })
    expect((await ask(finance, id, 20)).body.why).toBe('state')
    const row = { playerId: id, percent: 21, reason: 'a test', author: 'Olha', at: new Date(office.nowMs) }
    const direct = office.db.queries
      .insert(partnerShares)
      .values({ ...row, id: '00000000-0000-7000-8000-000000000001' })
    await expect(direct).rejects.toThrow()
  })

  it('counts with the highest tier where the shop lowered it, says so, and a new one above it is refused', async () => {
    const id = await partner()
    await agree(id, 20)
    const { gifts } = office.services.promo.rewards()
    const before = { ...gifts.referrerPercent }
    Object.assign(gifts.referrerPercent, { gold: 12, platinum: 15 })
    try {
      expect(await pageOf(id)).toMatchObject({ percent: 15, ownShare: { percent: 20, loweredTo: 15 } })
      expect((await ask(finance, id, 16)).body.code).toBe('share-most')
    } finally {
      Object.assign(gifts.referrerPercent, before)
    }
    expect((await pageOf(id)).percent).toBe(20)
  })

  it('says what it would have cost in the last thirty days, to the cent', async () => {
    const id = await partner()
    const values = await Promise.all(
      [1, 5, 31].map(async (days) => ({
        playerId: await makePlayer(office.db),
        sequence: 1,
        referrerId: id,
        percent: 10,
        margin: 10_000_000_000,
        amount: 1_001,
        at: new Date(office.nowMs - days * DAY_MS),
      })),
    )
    await office.db.queries.insert(referralShares).values(values)
    const preview = { tierPercent: 10, most: 20, paid: 2_002 }
    const share = async (percent: number) => (await finance.get(`/promo/partners/${id}/share?percent=${percent}`)).body
    expect(await share(20)).toEqual({ ...preview, wouldBe: 4_004 })
    expect(await share(15)).toEqual({ ...preview, wouldBe: 3_002 })
    expect(await share(5)).toEqual({ ...preview, wouldBe: 2_002 })
  })

  it('is replaced by the next one, and is over at its end', async () => {
    const id = await partner()
    await agree(id, 15)
    await agree(id, 18, office.nowMs + DAY_MS)
    expect(await pageOf(id)).toMatchObject({ percent: 18, ownShare: { percent: 18 } })
    office.nowMs += DAY_MS
    // Sessions of the day before are over.
    finance = await office.member('finance')
    owner = await office.member('owner')
    expect(await pageOf(id)).toMatchObject({ percent: 10, ownShare: null })
    await agree(id, 12)
    expect((await pageOf(id)).percent).toBe(12)
    const rows = await office.db.queries.select().from(partnerShares).where(eq(partnerShares.playerId, id))
    expect(rows.map(({ percent, endedAt }) => [percent, endedAt === null]).toSorted()).toEqual([
      [12, true],
      [15, false],
      [18, false],
    ])
  })
})
