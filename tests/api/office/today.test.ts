// The room Today: every number of it is recomputed from its CSV files, stored days are what the ledger gives again, and published days agree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../src/game/base/site-time.ts'
import { deviationOf, isDrifting, marginCents, periodBefore } from '../../../src/game/office/figures.ts'
import {
  cohortsReplySchema,
  TODAY_TABLES,
  type TodayReply,
  todayReplySchema,
  type WeekReply,
  weekReplySchema,
} from '../../../src/protocol/office/today.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { players, transfers } from '../../../src/server/db/schema.ts'
import { cohorts, figuresOfDays, figuresOfGames, figuresOfHours } from '../../../src/server/db/schema-figures.ts'
import { countDay, spanOfDay } from '../../../src/server/services/figures/count-day.ts'
import { rollUp } from '../../../src/server/services/figures/roll-up.ts'
import { countFigures } from '../../../src/server/services/transparency/figures.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type OfficeBrowser, openTestOffice, type TestOffice } from '../../support/office/office.ts'
import { addCase, recordItems } from '../../support/office/office-withdrawals.ts'
import { type GrownSite, openDatedSite, playTwoDays } from '../../support/players/grown-days.ts'
import { readCsv } from '../../support/runner/csv.ts'

const ZONE = 'Europe/Kyiv'
const FIRST = '2027-03-22'
const SECOND = '2027-03-23'
/** Cents that are given on the second day: what a free spin wins is chance. */
const GIFT = 777

type Cells = Readonly<Record<string, string>>

describe.each(SUITE_KINDS)('the figures of days on %s', (kind) => {
  let grown: GrownSite
  let office: TestOffice
  let owner: OfficeBrowser

  beforeAll(async () => {
    grown = await openDatedSite(kind)
    await playTwoDays(grown)
    const [player] = await grown.site.db.queries.select({ id: players.id }).from(players).orderBy(players.id).limit(1)
    const gift = { id: newId(Date.parse(`${SECOND}T10:30:00Z`)), kind: 'bonus', debitId: 5, creditId: player?.id ?? 0 }
    await grown.site.db.queries.insert(transfers).values({ ...gift, amount: GIFT, reference: 'a test' })
    // The database writes by its own clock when a player joined.
    await grown.site.db.asOwner(`update players set created_at = case when id = (select min(id) from players)
      then '2027-03-22T11:00:00Z'::timestamptz else '2027-03-23T09:00:00Z'::timestamptz end`)
    const db = { ...grown.site.db, close: async () => undefined }
    office = await openTestOffice(kind, { db, environment: { TIME_ZONE: ZONE } })
    office.nowMs = grown.now()
    owner = await office.member('owner', 'Olena')
  })

  afterAll(async () => {
    await office.close()
    await grown.site.close()
  })

  const parts = () => ({ db: grown.site.db, now: () => office.nowMs, timeZone: ZONE })
  const days = () => grown.site.db.queries.select().from(figuresOfDays)
  const today = async (from: string, to: string): Promise<TodayReply> =>
    todayReplySchema.parse((await owner.get(`/today?from=${from}&to=${to}`)).body)
  const week = async (day: string): Promise<WeekReply> =>
    weekReplySchema.parse((await owner.get(`/today/week?week=${day}`)).body)

  /** A table as its file has it. */
  async function table(name: (typeof TODAY_TABLES)[number], from: string, to: string): Promise<Cells[]> {
    const { status, headers, body } = await owner.get(`/today/tables/${name}?from=${from}&to=${to}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(String(headers['content-disposition'])).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
    const [head = [], ...rows] = readCsv(body)
    return rows.map((row) => Object.fromEntries(head.map((title, index) => [title, row[index] ?? ''])))
  }
  const sum = (rows: readonly Cells[], column: string): number =>
    rows.reduce((total, row) => {
      const value = Number(row[column])
      if (row[column] === undefined || Number.isNaN(value)) throw new Error(`${column} is no number`)
      return total + value
    }, 0)

  /** The sums of a file, under the names of the room. */
  const totalOf = (rows: readonly Cells[]) => ({
    joined: sum(rows, 'new_players'),
    firstDeposits: sum(rows, 'first_deposits'),
    converted: sum(rows, 'first_deposits_on_day_of_sign_in'),
    deposits: sum(rows, 'deposits'),
    deposited: sum(rows, 'deposited_cents'),
    refunded: sum(rows, 'refunded_cents'),
    staked: sum(rows, 'staked_cents'),
    margin: sum(rows, 'margin_microcents'),
    gifts: sum(rows, 'gifts_cents'),
    referral: sum(rows, 'referral_cents'),
    withdrawals: sum(rows, 'withdrawals'),
    withdrawn: sum(rows, 'withdrawn_cents'),
  })
  const playersOf = (rows: readonly Cells[]) => ({
    active: sum(rows, 'active_players'),
    returning: sum(rows, 'returning_players'),
    payers: sum(rows, 'paying_players'),
  })

  it('are counted live while nothing is stored, and the same once a job stored them', async () => {
    const live = await countDay(grown.site.db.queries, SECOND, ZONE)
    expect((await today(FIRST, FIRST)).missing).toContain(FIRST)
    const { days: counted, weeks } = await rollUp(parts())
    expect(counted).toEqual([SECOND, FIRST])
    expect(weeks).toEqual([])
    const stored = await today(SECOND, SECOND)
    expect(stored.missing).toEqual([])
    expect(stored.days).toEqual([expect.objectContaining({ day: SECOND, ...live.players })])
    expect(stored.hours.map(({ day: _, at: __, ...hour }) => hour)).toEqual(live.hours)
    expect(stored.total.deposited).toBeGreaterThan(0)
    expect(stored.total.margin).toBeGreaterThan(0)
    expect(stored.total.gifts).toBeGreaterThanOrEqual(GIFT)
    expect(stored.total).toMatchObject({
      joined: 1,
      firstDeposits: 1,
      converted: 1,
      active: 1,
      returning: 0,
      payers: 1,
    })
    // Once is enough.
    expect((await rollUp(parts())).days).toEqual([])
  })

  it('are what the ledger gives again', async () => {
    const read = async () => ({
      days: await days(),
      hours: await grown.site.db.queries.select().from(figuresOfHours).orderBy(figuresOfHours.day, figuresOfHours.hour),
      games: await grown.site.db.queries
        .select()
        .from(figuresOfGames)
        .orderBy(figuresOfGames.day, figuresOfGames.game, figuresOfGames.reference),
    })
    const before = await read()
    expect(before.games.length).toBeGreaterThan(3)
    await grown.site.db.queries.delete(figuresOfDays)
    await rollUp(parts())
    expect(await read()).toEqual(before)
  })

  it.each([FIRST, SECOND])('are what the published day of %s says', async (day) => {
    const published = await countFigures(grown.site.db.queries, spanOfDay(day, ZONE), 40)
    const { total, games } = await today(day, day)
    expect(total).toMatchObject({
      deposits: published.deposits.paid.count,
      gifts: published.gifts.given,
      referral: published.gifts.referral,
      margin: published.gifts.margin,
      withdrawals: published.withdrawals.delivered,
    })
    for (const { game, rolls, staked, won, expected } of published.returns) {
      const played = games.find(({ name }) => name === game)?.played
      expect(played).toMatchObject({ rolls, staked, won })
      expect(Math.abs((played?.expected ?? 0) - expected)).toBeLessThanOrEqual(games.length + 20)
    }
    expect(games.map(({ name }) => name).sort()).toEqual(published.returns.map(({ game }) => game))
  })

  it('are all recomputed from the files', async () => {
    const last = '2027-03-24'
    for (const period of [
      { first: SECOND, last: SECOND },
      { first: FIRST, last },
    ]) {
      const reply = await today(period.first, period.last)
      const rows = await table('days', period.first, period.last)
      expect(reply.total).toEqual({ ...totalOf(rows), ...playersOf(rows) })
      const hours = await table('hours', period.first, period.last)
      expect(totalOf(hours)).toEqual(totalOf(rows))
      expect(hours).toHaveLength(reply.hours.length)
      const before = periodBefore(period)
      expect(reply.before).toEqual(before)
      const rowsBefore = await table('days', before.first, before.last)
      expect(reply.totalBefore).toEqual(
        rowsBefore.length === 0 ? null : { ...totalOf(rowsBefore), ...playersOf(rowsBefore) },
      )
      for (const name of ['games', 'cases'] as const) {
        const column = name === 'games' ? 'game' : 'case'
        const file = await table(name, period.first, period.last)
        const fileBefore = await table(name, before.first, before.last)
        const playedOf = (row: Cells | undefined) =>
          row === undefined
            ? null
            : {
                rolls: Number(row.rolls),
                staked: Number(row.staked_cents),
                won: Number(row.won_cents),
                expected: Number(row.expected_cents),
                variance: Number(row.variance_cents2),
              }
        expect(reply[name].map(({ name: of, played, before: was }) => ({ of, played, was }))).toEqual(
          file.map((row) => ({
            of: row[column],
            played: playedOf(row),
            was: playedOf(fileBefore.find((one) => one[column] === row[column])),
          })),
        )
      }
      const cases = await table('cases', period.first, period.last)
      expect(sum(cases, 'staked_cents')).toBe(reply.games.find(({ name }) => name === 'case')?.played.staked ?? 0)
      const waiting = await table('waiting', period.first, period.last)
      expect(waiting.map((row) => [row.what, Number(row.waiting), row.oldest_since_utc])).toEqual(
        reply.waiting.map(({ kind: of, count, since }) => [
          of,
          count,
          since === null ? '' : new Date(since).toISOString(),
        ]),
      )
    }
  })

  it('have every table as a file with a header', async () => {
    for (const name of TODAY_TABLES) {
      const { status, body } = await owner.get(`/today/tables/${name}?from=${SECOND}&to=${SECOND}`)
      expect([name, status]).toEqual([name, 200])
      expect(readCsv(body)[0]?.length).toBeGreaterThan(2)
    }
    expect((await owner.get('/today/tables/players')).status).toBe(400)
  })

  it('say how a week went, with what was delivered and won in it', async () => {
    const reply = await week(SECOND)
    expect(reply.period.first).toBe(FIRST)
    expect(reply.players).toBeNull()
    expect(reply.total.withdrawals).toBe(reply.withdrawals.length)
    const delivered = await table('withdrawals', FIRST, SECOND)
    expect(sum(delivered, 'price_cents')).toBe(reply.total.withdrawn)
    expect(reply.wins.every(({ price }) => price >= 2000)).toBe(true)
  })

  it('count players of a whole week once, and follow those who joined in it', async () => {
    office.nowMs = Date.parse('2027-03-30T10:00:00Z')
    await owner.signIn()
    const { weeks } = await rollUp(parts())
    expect(weeks).toEqual([FIRST])
    const reply = await week(FIRST)
    const rows = await table('cohorts', FIRST, FIRST)
    expect(reply.players).toEqual({ active: sum(rows, 'active_players'), payers: sum(rows, 'paying_players') })
    expect(reply.players).toEqual({ active: 2, payers: 2 })
    expect(reply.total.margin).toBe(sum(rows, 'margin_microcents'))
    expect(reply.total.deposited).toBe(sum(rows, 'deposited_cents'))
    expect(reply.total.firstDeposits).toBe(sum(rows, 'first_deposits'))
    expect(reply.total.joined).toBe(sum(rows, 'new_players'))
    const { cohorts: followed } = cohortsReplySchema.parse((await owner.get('/today/cohorts')).body)
    expect(followed.map(({ cohort, players }) => [cohort, players])).toEqual([[FIRST, reply.total.joined]])
    expect(await grown.site.db.queries.$count(cohorts)).toBe(1)
    expect(marginCents(reply.total.margin)).toBeGreaterThan(0)
  })

  it('are counted anew in another time zone, and never mixed with those of this one', async () => {
    const zone = 'America/New_York'
    const elsewhere = await rollUp({ ...parts(), timeZone: zone })
    expect(elsewhere.days.length).toBeGreaterThan(0)
    const { missing, days: left } = await today(FIRST, '2027-03-28')
    expect(left).toEqual([])
    expect(missing).toContain(FIRST)
    await rollUp(parts())
    expect((await today(FIRST, '2027-03-28')).missing).toEqual([])
  })

  it('refuse a period that is none', async () => {
    const tomorrow = addDays('2027-03-30', 1)
    const of = async (query: string): Promise<number> => (await owner.get(`/today?${query}`)).status
    expect(await of(`from=${SECOND}&to=${FIRST}`)).toBe(400)
    expect(await of(`to=${tomorrow}`)).toBe(400)
    expect(await of('from=2020-01-01&to=2027-03-30')).toBe(400)
    expect(await of('from=2027-02-30')).toBe(400)
    expect((await owner.get(`/today/week?week=${addDays(tomorrow, 14)}`)).status).toBe(400)
  })

  it('name the case whose return drifts', async () => {
    const row = { rolls: 5000, staked: 1_000_000, won: 990_000, expected: 900_000, variance: 100_000_000 }
    const values = { day: SECOND, game: 'case', reference: 'drifting', ...row }
    await grown.site.db.queries.insert(figuresOfGames).values(values)
    const { cases } = await week(SECOND)
    expect(cases.filter(({ played }) => isDrifting(played)).map(({ name }) => name)).toEqual(['drifting'])
    expect(deviationOf(row)).toBeCloseTo(9)
  })
})

describe.each(SUITE_KINDS)('a shop before its first day, on %s', (kind) => {
  it('has no figures, and nothing is missing', async () => {
    const office = await openTestOffice(kind)
    const owner = await office.member('auditor')
    const reply = todayReplySchema.parse((await owner.get('/today')).body)
    expect(reply).toMatchObject({ began: null, missing: [], days: [], games: [], cases: [], totalBefore: null })
    expect(Object.values(reply.total).every((value) => value === 0)).toBe(true)
    expect(reply.waiting.every(({ count, since }) => count === 0 && since === null)).toBe(true)
    expect(weekReplySchema.parse((await owner.get('/today/week')).body).total.deposits).toBe(0)
    await office.close()
  })

  it('counts withdrawals that wait by player, as their room does', async () => {
    const office = await openTestOffice(kind)
    const owner = await office.member('auditor')
    await recordItems(office)
    await addCase(office, { prices: [283, 150] })
    await addCase(office)
    const { waiting } = todayReplySchema.parse((await owner.get('/today')).body)
    expect(waiting.find(({ kind: what }) => what === 'withdrawals')?.count).toBe(2)
    await office.close()
  })
})
