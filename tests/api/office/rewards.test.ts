// The room Rewards: what was given in thirty days by part of the rewards, recomputed from the ledger, beside the margin; and who reads it.
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/game/base/site-time.ts'
import { marginCents } from '../../../src/game/office/figures.ts'
import { type RewardsReply, rewardsReplySchema } from '../../../src/protocol/office/rewards.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { players, rolls, transfers } from '../../../src/server/db/schema.ts'
import { figuresOfDays } from '../../../src/server/db/schema-figures.ts'
import { rollUp } from '../../../src/server/services/figures/roll-up.ts'
import { newestEdition } from '../../../src/server/shop/edition-store.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { type GrownSite, openDatedSite, playTwoDays } from '../../support/players/grown-days.ts'

const ZONE = 'Europe/Kyiv'
const FIRST = '2027-03-22'
const SECOND = '2027-03-23'
/** What is given on the second day, in cents: what a free spin wins is chance. */
const GIVEN = { calendar: 15, mission: 20, social: 50, bonus: 300, referral: 7 } as const

describe.each(SUITE_KINDS)('what rewards gave on %s', (kind) => {
  let grown: GrownSite
  let office: TestOffice
  let content: OfficeBrowser

  beforeAll(async () => {
    grown = await openDatedSite(kind)
    await playTwoDays(grown)
    const { queries } = grown.site.db
    const [player] = await queries.select({ id: players.id }).from(players).orderBy(players.id).limit(1)
    const at = Date.parse(`${SECOND}T10:30:00Z`)
    for (const [of, amount] of Object.entries(GIVEN)) {
      const row = { id: newId(at), kind: of, debitId: 5, creditId: player?.id ?? 0 }
      await queries.insert(transfers).values({ ...row, amount, reference: `a test of ${of}` })
    }
    await grown.site.db.asOwner(`update players set created_at = '2027-03-22T11:00:00Z'`)
    office = await openTestOffice(kind, {
      db: { ...grown.site.db, close: async () => undefined },
      environment: { TIME_ZONE: ZONE },
    })
    office.nowMs = grown.now()
    content = await office.member('content', 'Kateryna')
  })

  afterAll(async () => {
    await office.close()
    await grown.site.close()
  })

  const parts = () => ({ db: grown.site.db, now: () => office.nowMs, timeZone: ZONE })
  const read = async (): Promise<RewardsReply> => rewardsReplySchema.parse((await content.get('/rewards')).body)

  /** Adds up the ledger's rows by hand, a row at a time. */
  async function recomputed() {
    const { queries } = grown.site.db
    const bots = await queries.select({ id: players.id }).from(players).where(eq(players.house, true))
    const isBot = (id: number | null): boolean => bots.some((bot) => bot.id === id)
    const rows = (
      await queries
        .select()
        .from(transfers)
        .where(inArray(transfers.kind, ['bonus', 'social', 'calendar', 'mission', 'referral', 'deposit']))
    ).filter(({ creditId }) => !isBot(creditId))
    const sumOf = (...kinds: readonly string[]): number =>
      rows.filter((row) => kinds.includes(row.kind)).reduce((sum, { amount }) => sum + amount, 0)
    const made = (await queries.select().from(rolls)).filter(({ playerId }) => !isBot(playerId))
    return {
      deposited: sumOf('deposit'),
      margin: marginCents(made.reduce((sum, { margin }) => sum + (margin ?? 0), 0)),
      calendar: sumOf('calendar'),
      missions: sumOf('mission'),
      bonuses: sumOf('bonus', 'social'),
      referral: sumOf('referral'),
    }
  }

  it('is what the ledger gives again, by part, with the margin of the same days', async () => {
    const expected = await recomputed()
    const { missing, days, margin, deposited, given, playerDays } = await read()
    // Days before yesterday wait for the job.
    expect(missing).toEqual([FIRST])
    expect(days).toBe(2)
    await rollUp(parts())
    const whole = await read()
    expect(whole.missing).toEqual([])
    expect(whole.days).toBe(3)
    expect(whole.playerDays).toBeGreaterThan(playerDays)
    expect(whole.margin).toBeGreaterThan(margin)
    expect(whole.deposited).toBeGreaterThan(deposited)
    const { calendar, missions, bonuses, referral } = whole.given
    expect({ deposited: whole.deposited, margin: whole.margin, calendar, missions, bonuses, referral }).toEqual(
      expected,
    )
    expect(given.calendar).toBe(GIVEN.calendar)
  })

  it('adds up to the gifts that Today shows', async () => {
    const owner = await office.member('owner', 'Olena')
    const { given } = await read()
    const { body } = await owner.get(`/today?from=${FIRST}&to=2027-03-24`)
    const { wheel, calendar, missions, freeCases, bonuses, referral } = given
    expect(wheel + calendar + missions + freeCases + bonuses).toBe(body.total.gifts)
    expect(referral).toBe(body.total.referral)
  })

  it('says which days are counted without their parts, leaves them out of every sum, and counts them again', async () => {
    const before = await read()
    await grown.site.db.queries.update(figuresOfDays).set({ given: null }).where(eq(figuresOfDays.day, FIRST))
    const left = await read()
    expect(left.missing).toEqual([FIRST])
    expect(left.days).toBe(before.days - 1)
    expect(left.margin).toBeLessThan(before.margin)
    expect((await rollUp(parts())).days).toEqual([FIRST])
    expect(await read()).toEqual(before)
  })

  it('is of thirty days, today included', async () => {
    const before = await read()
    const now = office.nowMs
    office.nowMs = Date.parse(`${addDays(FIRST, 29)}T10:00:00Z`)
    await content.signIn()
    await rollUp(parts())
    expect(await read()).toEqual({ ...before, days: 30 })
    office.nowMs = Date.parse(`${addDays(FIRST, 30)}T10:00:00Z`)
    await content.signIn()
    await rollUp(parts())
    const later = await read()
    expect(later.days).toBe(30)
    expect(later.margin).toBeLessThan(before.margin)
    expect(later.given.calendar).toBe(GIVEN.calendar)
    office.nowMs = now
  })
})

describe.each(SUITE_KINDS)('the room Rewards on %s', (kind) => {
  let office: TestOffice

  beforeAll(async () => {
    office = await openTestOffice(kind)
  })

  afterAll(() => office.close())

  it('is read by owners, content and auditors', async () => {
    for (const role of ['owner', 'content', 'auditor'] as const)
      expect((await (await office.member(role)).get('/rewards')).status).toBe(200)
    for (const role of ['finance', 'risk', 'support'] as const)
      expect((await (await office.member(role)).get('/rewards')).body.why).toBe('role')
  })

  it('has nothing to tell of a shop in which nobody has played', async () => {
    const reply = rewardsReplySchema.parse((await (await office.member('owner')).get('/rewards')).body)
    expect(reply).toMatchObject({ days: 0, missing: [], playerDays: 0, margin: 0, deposited: 0 })
    expect(Object.values(reply.given).every((sum) => sum === 0)).toBe(true)
  })

  it('has drafts that are refused with the strategy that they would pay', async () => {
    const content = await office.member('content')
    const edition = await newestEdition(office.db.queries)
    const text = edition?.files['rewards.json'] ?? ''
    const check = async (from: string, to: string): Promise<string[]> => {
      expect(text).toContain(from)
      const files = { 'rewards.json': text.replace(from, to) }
      const { body } = await content.post('/drafts/check', { base: edition?.id, files })
      return body.faults.map(({ message }: { message: string }) => message)
    }
    expect(await check('"ownPercent": 40', '"ownPercent": 41')).toContainEqual(
      expect.stringContaining('a bonus chaser'),
    )
    expect(await check('"days": [\n    {"balance":5}', '"days": [\n    {"balance":501}')).toContainEqual(
      expect.stringContaining('a collector of gifts'),
    )
    expect(await check('"price": 100,', '"price": 90,')).toContainEqual(expect.stringContaining('who spins it alone'))
    expect(await check('"day": [100,50,25]', '"day": [201,50,25]')).toContainEqual(
      expect.stringContaining('who buys place 1'),
    )
    expect(await check('"deposited": 500', '"deposited": 100')).toContainEqual(
      expect.stringContaining('who deposits for the free case alone'),
    )
  })
})
