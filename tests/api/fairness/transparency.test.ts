// Published days: figures of a played site, recomputed from the CSV files alone; and changes of a day or of a row, named by their checks.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVerify } from '../../../scripts/verify/program.ts'
import type { PublishedDay } from '../../../src/game/transparency/day.ts'
import { chainFileSchema, transparencyReplySchema } from '../../../src/protocol/transparency.ts'
import { databaseFault } from '../../../src/server/db/database.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { checkPublishedDays } from '../../../src/server/services/transparency/check.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { win } from '../../support/players/games.ts'
import { type GrownSite, openDatedSite, playTwoDays, runNight } from '../../support/players/grown-days.ts'
import { runProgram } from '../../support/runner/command.ts'

const run = promisify(execFile)
const SCRIPT = new URL('../../../scripts/recompute-transparency.mjs', import.meta.url).pathname

describe.each(SUITE_KINDS)('published days on %s', (kind) => {
  let grown: GrownSite
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spacedrop-transparency-'))
    grown = await openDatedSite(kind, { listen: true })
  })

  afterAll(async () => {
    await grown.site.close()
    await rm(folder, { recursive: true })
  })

  const reply = async (query = '') =>
    transparencyReplySchema.parse((await grown.site.guest().get(`/api/transparency${query}`)).body)

  async function verify(content: string) {
    const path = join(folder, 'chain.json')
    await writeFile(path, content)
    return runProgram(createVerify, [path])
  }

  const chainText = async (): Promise<string> => (await grown.site.app.inject('/transparency/chain.json')).body

  it('are none before the first day is over', async () => {
    await runNight(grown)
    expect(await reply()).toMatchObject({ head: null, days: [], windows: [{ days: 0 }, { days: 0 }] })
    expect((await verify(await chainText())).out).toContain('no day is published yet')
  })

  it('hold what was played, in the days of the site’s time zone', async () => {
    await playTwoDays(grown)
    const { lines } = await runNight(grown)
    expect(lines).toContainEqual({ fields: { days: ['2027-03-22', '2027-03-23'] }, message: 'days were published' })
    const { head, days, windows } = await reply()
    expect(head).toMatchObject({ day: '2027-03-23', sequence: 2 })
    const [second, first] = days.map(({ text }) => JSON.parse(text) as PublishedDay)
    expect(first).toMatchObject({
      from: Date.parse('2027-03-21T22:00:00Z'),
      to: Date.parse('2027-03-22T22:00:00Z'),
      mode: 'sandbox',
      isChecked: true,
      withdrawals: { requested: 3, sent: 3, declined: 1, refused: 0 },
      deposits: { paid: { count: 5, cents: 2500, withheld: 0 }, refunded: { count: 0 } },
      bots: [],
    })
    expect(first?.returns.map(({ game }) => game)).toEqual(['case', 'contract', 'upgrade'])
    expect(second).toMatchObject({
      withdrawals: { requested: 0, sent: 0 },
      deposits: { paid: { count: 1, cents: 0, withheld: 1 }, refunded: { count: 1, cents: 0, withheld: 1 } },
      bots: [{ game: 'case', rolls: 5 }],
      odds: { changes: [] },
    })
    expect(second?.gifts.state).not.toBeNull()
    expect(first?.gifts.margin).toBeGreaterThan(0)
    const [month] = windows
    expect(month).toMatchObject({ days: 2, wanted: 30, withdrawals: { sent: 3, median: 90, p95: 90 } })
  })

  it('name no player', async () => {
    const text = await chainText()
    for (const secret of ['Player ', '7656119', 'steam']) expect(text).not.toContain(secret)
  })

  it('are recomputed by a script from the CSV files alone', async () => {
    const { port } = grown.site.app.server.address() as { readonly port: number }
    const { stdout } = await run(process.execPath, [SCRIPT, `http://127.0.0.1:${port}`, '30'])
    const computed = JSON.parse(stdout)
    const [month] = (await reply()).windows
    if (month === undefined) throw new Error('There is no window')
    const { withdrawals, deposits, gifts, raffles, leaderboards, returns, bots } = month
    const { requested, sent, delivered, refused, median, p95 } = withdrawals
    expect(computed.withdrawals).toEqual({ requested, sent, delivered, refused, median, p95 })
    expect(computed.returns).toEqual(returns)
    expect(computed.bots).toEqual(bots)
    expect(returns.length).toBeGreaterThan(2)
    for (const [what, { count: payments, cents, withheld }] of Object.entries(deposits))
      expect(computed.deposits[what]).toEqual({ payments, cents, withheld })
    for (const [what, { paid, rolledOver, cents }] of Object.entries({ raffles, leaderboards }))
      expect(computed.prizes[what]).toEqual({ paid, rolled_over: rolledOver, cents })
    expect(computed.gifts).toMatchObject({
      given_cents: gifts.given,
      referral_cents: gifts.referral,
      covers: gifts.covers,
    })
  })

  it('are served as files that browsers and proxies may keep', async () => {
    const file = await grown.site.app.inject('/transparency/returns.csv')
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
    const headers = { 'if-none-match': String(file.headers.etag) }
    expect((await grown.site.app.inject({ url: '/transparency/returns.csv', headers })).statusCode).toBe(304)
    expect((await grown.site.app.inject('/transparency/players.csv')).statusCode).toBe(404)
  })

  it('are right for npm run verify, which names a day that was changed', async () => {
    const text = await chainText()
    expect(await verify(text)).toMatchObject({
      code: 0,
      out: expect.stringContaining('right: 2 days, 2027-03-22 to 2027-03-23'),
    })
    const file = chainFileSchema.parse(JSON.parse(text))
    const changed = file.days.map((day, at) =>
      at === 0 ? { ...day, text: day.text.replace('"requested":3', '"requested":9') } : day,
    )
    const answer = await verify(JSON.stringify({ ...file, days: changed }))
    expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('2027-03-22 was changed') })
    const cut = await verify(JSON.stringify({ ...file, days: file.days.slice(1) }))
    expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('2027-03-23 is day 2') })
  })

  it('are published once, and never changed by anyone', async () => {
    const { publishing } = (await createServices(grown.site.components)) as typeof grown.site.services
    expect(await publishing.publishDue(true, async () => true)).toEqual([])
    for (const statement of [
      'update published_days set text = text',
      'delete from published_days',
      'truncate published_days',
    ]) {
      const fault = await grown.site.db.asOwner(statement).then(
        () => null,
        (error: unknown) => databaseFault(error),
      )
      expect(fault?.code, statement).toBe('SD002')
    }
  })

  it('agree with the ledger, whose changed, added or removed rows are named by its check', async () => {
    const { db } = grown.site
    expect(await checkPublishedDays(db)).toEqual({ days: 2, difference: undefined })
    const rows = await db.queries.execute(`select id, amount from transfers where kind = 'deposit' order by id`)
    const [row] = (rows as unknown as { rows: { id: string; amount: number }[] }).rows
    if (row === undefined) throw new Error('There is no deposit')
    const tamper = (statement: string) =>
      db.asOwner(
        `alter table transfers disable trigger transfers_only_added; ${statement}; alter table transfers enable trigger transfers_only_added`,
      )
    const rule = 'the transfers of a published day are as they were published'
    await tamper(`update transfers set amount = amount + 1 where id = '${row.id}'`)
    expect((await checkPublishedDays(db)).difference).toEqual({ rule, row: { day: '2027-03-22', changed: row.id } })
    await tamper(`update transfers set amount = amount - 1 where id = '${row.id}'`)
    const added = `${row.id.slice(0, -1)}${row.id.endsWith('0') ? '1' : '0'}`
    await tamper(`insert into transfers select '${added}', kind, debit_id, credit_id, amount, reference || 'x', at, locked, unlocked
      from transfers where id = '${row.id}'`)
    expect((await checkPublishedDays(db)).difference).toEqual({ rule, row: { day: '2027-03-22', changed: added } })
    await tamper(`delete from transfers where id = '${added}'`)
    expect((await checkPublishedDays(db)).difference).toBeUndefined()
    await tamper(
      `create table kept_row as select * from transfers where id = '${row.id}'; delete from transfers where id = '${row.id}'`,
    )
    const removed = (await checkPublishedDays(db)).difference
    expect(removed).toMatchObject({
      rule,
      row: { day: '2027-03-22', removedAfter: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    await tamper('insert into transfers select * from kept_row; drop table kept_row')
    expect((await checkPublishedDays(db)).difference).toBeUndefined()
    await db.asOwner(`update withdrawals set requested_at = requested_at - interval '1 day'`)
    expect((await checkPublishedDays(db)).difference).toMatchObject({
      rule: 'a published day says what the ledger holds',
      row: { day: '2027-03-22', figure: 'withdrawals' },
    })
    await db.asOwner(`update withdrawals set requested_at = requested_at + interval '1 day'`)
  })

  it('are not published while the ledger is wrong, and follow in order once it is right', async () => {
    const { site, moveTo } = grown
    moveTo('2027-03-24T12:00:00Z')
    await win(await site.newPlayer(), 1)
    await site.db.asOwner(
      'update accounts set won = won + 1 where id = (select min(id) from accounts where balance is not null)',
    )
    moveTo('2027-03-25T02:30:00Z')
    const { lines } = await runNight(grown)
    expect(lines.map(({ message }) => message)).toContain(
      'THE LEDGER IS BROKEN, and no day is published: npm run ledger -- check',
    )
    expect((await reply()).head?.day).toBe('2027-03-23')
    await site.db.asOwner(
      'update accounts set won = won - 1 where id = (select min(id) from accounts where balance is not null)',
    )
    moveTo('2027-03-27T03:30:00Z')
    await runNight(grown)
    const { head, days } = await reply()
    expect(head).toMatchObject({ day: '2027-03-26', sequence: 5 })
    const states = days.map(({ text }) => (JSON.parse(text) as PublishedDay).gifts.state !== null)
    // Newest first: what waited for margin is known of the newest day, and of the two nights that were published in time.
    expect(states).toEqual([true, false, false, true, false])
    expect((await checkPublishedDays(site.db)).difference).toBeUndefined()
    expect((await reply('?day=2027-03-24')).days.map(({ sequence }) => sequence)).toEqual([3])
    expect((await reply('?cursor=3')).days.map(({ sequence }) => sequence)).toEqual([2, 1])
  })

  it('say that the ledger was not checked where an operator has set it off', async () => {
    grown.moveTo('2027-03-28T03:30:00Z')
    await runNight(grown, false)
    const [newest] = (await reply()).days
    expect(JSON.parse(newest?.text ?? '')).toMatchObject({ day: '2027-03-27', isChecked: false })
  })
})
