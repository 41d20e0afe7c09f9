// npm run ops -- withdrawals: lists withdrawals, shows one, retries or fails one that is stuck.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import shipped from '../../../data/withdrawals.json' with { type: 'json' }
import { HOLD_REASONS } from '../../../src/game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS } from '../../../src/game/withdrawal/withdrawal-review.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { newId } from '../../../src/server/base/ids.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { items, players } from '../../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { DEFAULT_KIND, SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { insertOrder } from '../../support/players/deposits.ts'
import { type CommandDatabase, openCommandDatabase, runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const ASKED = new Date('2026-11-01T12:00:00Z')
const NAME = 'AK-47 | Redline (Field-Tested)'
const LINK = 'https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdEFGH'

type State = typeof withdrawals.$inferInsert.state

interface Ids {
  readonly playerId: number
  readonly requested: string
  readonly buying: string
  readonly sent: string
  readonly unavailable: string
  readonly done: string
  readonly review: string
  readonly checked: string
}

/** Inserts a withdrawal in a state, of an item that came without a roll. */
async function insert(db: Database, playerId: number, state: State, more: object = {}): Promise<string> {
  const [id, itemId] = [newId(), newId()]
  await db.queries.insert(items).values({
    id: itemId,
    playerId,
    itemId: 'redline',
    price: 1250,
    state: 'withdrawing',
    source: 'raffle',
    reference: '',
  })
  const at = { requestedAt: ASKED, changedAt: ASKED, dueAt: ASKED }
  const made = { id, playerId, itemId, state, provider: 'sandbox', tradeLink: LINK, ...at, ...more }
  await db.queries.insert(withdrawals).values(made)
  await db.queries.insert(withdrawalSteps).values({ withdrawalId: id, state, at: ASKED, note: 'as it was left' })
  return id
}

async function fill(db: Database): Promise<Ids> {
  const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
  const playerId = await upsertPlayer({ steamid: '76561197960265729', name: 'Nova', avatar: '/x.svg', level: 10 }, null)
  await db.queries.update(players).set({ tradeLink: LINK })
  await db.queries.execute(
    `insert into catalogue_items values ('redline', '{"market_hash_name": "${NAME}", "name": {"en": "x"}}')`,
  )
  return {
    playerId,
    requested: await insert(db, playerId, 'requested', { changedAt: new Date(), requestedAt: new Date() }),
    buying: await insert(db, playerId, 'buying', { failures: 7, problem: 'Steam: no answer in time' }),
    sent: await insert(db, playerId, 'sent', { reference: 'sbt_gone', url: 'http://x/', sentAt: ASKED }),
    unavailable: await insert(db, playerId, 'unavailable'),
    done: await insert(db, playerId, 'done', { changedAt: new Date() }),
    review: await insert(db, playerId, 'review', { review: ['no-deposit', 'shared-address'] }),
    checked: await insert(db, playerId, 'review', { review: ['value'], changedAt: new Date() }),
  }
}

describe.each(SUITE_KINDS)('npm run ops -- withdrawals on %s', (kind) => {
  let database: CommandDatabase
  let ids: Ids
  const run = (...args: readonly string[]) => database.run('withdrawals', ...args)
  const listed = async (...args: readonly string[]): Promise<string[]> =>
    (await run('list', ...args)).out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 36))

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
    ids = await fill(database.db)
  })

  afterAll(() => database.remove())

  it('lists the newest first, filtered by state and player, and those that are stuck', {
    timeout: 120_000,
  }, async () => {
    const { code, out, err } = await run('list')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`${ids.buying}  2026-11-01 12:00:00`)
    expect(out).toContain(`$12.50  ${NAME}  Steam: no answer in time`)
    expect(await listed()).toEqual([
      ids.checked,
      ids.review,
      ids.done,
      ids.unavailable,
      ids.sent,
      ids.buying,
      ids.requested,
    ])
    expect(await listed('--state', 'sent')).toEqual([ids.sent])
    expect(await listed('--player', String(ids.playerId), '--limit', '2')).toEqual([ids.checked, ids.review])
    expect(await listed('--stuck')).toEqual([ids.sent, ids.buying])
    expect((await run('list', '--stuck', '--state', 'accepted')).out).toBe('No withdrawal is stuck.\n')
  })

  it('shows a withdrawal', async () => {
    const { code, out, err } = await run('show', ids.buying.toUpperCase())
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const line of [
      `withdrawal  ${ids.buying}`,
      'state       buying',
      `player      ${ids.playerId} Nova`,
      `item        ${NAME}, $12.50`,
      `trade URL   ${LINK}`,
      'failures    7 in a row: Steam: no answer in time',
      '2026-11-01 12:00:00  buying  as it was left',
    ]) {
      expect(out).toContain(line)
    }
  })

  it('retries a withdrawal', { timeout: 120_000 }, async () => {
    expect((await run('retry', ids.buying)).out).toBe(
      `Withdrawal ${ids.buying} is buying. The server processes it in the next run of its job.\n`,
    )
    expect((await run('show', ids.buying)).out).toContain('failures    -')
    expect((await run('retry', ids.unavailable)).out).toContain('is requested. The server')
    expect((await run('show', ids.unavailable)).out).toContain('requested    by the operator')
    expect(await run('retry', ids.done)).toEqual({
      code: 1,
      out: '',
      err: `Withdrawal ${ids.done} is done: it has ended.\n`,
    })
  })

  it('fails a withdrawal, but not while the player may have the item', { timeout: 240_000 }, async () => {
    const why = ['--reason', 'they asked for it'] as const
    expect(await run('fail', ids.requested, ...why)).toEqual({
      code: 0,
      out: `Withdrawal ${ids.requested} is declined: the item is back in the inventory of player ${ids.playerId}.\n`,
      err: '',
    })
    expect((await run('show', ids.requested)).out).toContain('declined   by the operator: they asked for it')
    const buying = await run('fail', ids.buying, ...why)
    expect(buying).toMatchObject({ code: 1, out: '' })
    expect(buying.err).toMatch(/may have the item at Steam\. Check there first, and add --by-hand/)
    const sent = await run('fail', ids.sent, ...why)
    expect(sent).toMatchObject({ code: 1, out: '' })
    expect(sent.err).toMatch(/\nNothing was changed\. Try again later, or cancel the offer yourself/)
    expect((await run('fail', ids.sent, ...why, '--by-hand')).out).toContain('is declined')
    expect((await run('fail', ids.sent, ...why, '--by-hand')).err).toBe(
      `Withdrawal ${ids.sent} is declined: it has ended.\n`,
    )
    const { db } = database
    const rows = await db.queries.select({ state: items.state }).from(items)
    expect(rows.filter(({ state }) => state === 'owned')).toHaveLength(2)
    const counted = { name: 'owned', text: 'select items, worth::int from accounts where id = $1' }
    expect(await db.run(counted, [ids.playerId])).toEqual([{ items: 2, worth: 2500 }])
  })

  it('lists the withdrawals that wait for a decision, approves one and refuses one', { timeout: 240_000 }, async () => {
    const { out } = await run('review')
    const lines = out.trimEnd().split('\n').slice(1)
    expect(lines.map((line) => line.slice(0, 36))).toEqual([ids.review, ids.checked])
    expect(lines[0]).toMatch(/no-deposit, shared-address$/)
    expect((await run('show', ids.review)).out).toContain('checked     no-deposit, shared-address')
    expect((await run('approve', ids.checked)).out).toMatch(/is approved\. The server sends it/)
    expect((await run('approve', ids.checked)).err).toMatch(/is approved: it does not wait for a decision\.\n$/)
    expect(await run('refuse', ids.review, '--reason', 'several-accounts', '--note', 'as player 1007')).toMatchObject({
      code: 0,
      out: `Withdrawal ${ids.review} is refused: the item is back in the inventory of player ${ids.playerId}.\n`,
    })
    expect((await run('show', ids.review)).out).toMatch(/refused +several-accounts: as player 1007/)
    expect((await run('review')).out).toBe('No withdrawal waits for a decision.\n')
  })

  it('says at once what holds a withdrawal that it approves', { timeout: 120_000 }, async () => {
    const { db } = database
    const { playerId } = ids
    const id = await insert(db, playerId, 'review', { review: ['value'] })
    const heldUntil = new Date('2100-01-01T00:00:00Z')
    await insertOrder(db.queries, { playerId, state: 'paid', paidAt: new Date(), heldUntil })
    expect((await run('approve', id)).out).toBe(
      `Withdrawal ${id} is approved. It is held until 2100-01-01 00:00:00 (deposit-hold), and sent after that.\n`,
    )
    const other = await insert(db, playerId, 'review', { review: ['value'] })
    await banPlayer(db, playerId, 'x', OPERATOR)
    expect((await run('approve', other)).out).toMatch(/ It is held until somebody ends it \(ban\), and sent after/)
  })

  it('refuses an unknown withdrawal', async () => {
    const unknown = '019bd9f0-0000-7000-8000-000000000000'
    const err = `There is no withdrawal ${unknown}. Look it up: npm run ops -- withdrawals list\n`
    expect(await run('show', unknown)).toEqual({ code: 1, out: '', err })
    expect(await run('retry', unknown)).toEqual({ code: 1, out: '', err })
    expect(await run('fail', unknown, '--reason', 'x')).toEqual({ code: 1, out: '', err })
  })
})

describe('npm run ops -- withdrawals', () => {
  it('prints its help', async () => {
    const { code, out, err } = await runOps(['withdrawals', 'fail', '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage: npm run ops -- withdrawals fail \[options\] <withdrawal>\n/)
    expect(out).toMatch(/^ +--reason <text> +/m)
    expect(out).toMatch(/^ +--by-hand +/m)
  })

  it('explains every reason, as the runbook does', async () => {
    const guide = readFileSync(new URL('../../../docs/runbooks.md', import.meta.url), 'utf8')
    const told = [
      ['review', REVIEW_REASONS],
      ['approve', HOLD_REASONS],
    ] as const
    for (const [command, reasons] of told) {
      const { out } = await runOps(['withdrawals', command, '--help'])
      for (const reason of reasons) {
        expect(out, command).toMatch(new RegExp(`^  ${reason} +\\S.*\\S`, 'm'))
        expect(guide, command).toContain(`\n| \`${reason}\` | `)
      }
    }
    for (const { id, text } of shipped.refusals) expect(guide).toContain(`\n| \`${id}\` | ${text.en} |`)
  })

  it('lists the reasons of the shop for one that is not there', async () => {
    const id = '019bd9f0-0000-7000-8000-000000000000'
    const database = await openCommandDatabase(DEFAULT_KIND)
    onTestFinished(() => database.remove())
    const { code, out, err } = await database.run('withdrawals', 'refuse', id, '--reason', 'ugly')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^There is no reason "ugly"\. Choose one:\n {2}identity +We couldn’t confirm/)
    for (const refusal of shipped.refusals) expect(err).toContain(`  ${refusal.id} `)
  })

  it.each([
    [[], /^Usage: npm run ops -- withdrawals \[options\] \[command\]\n/],
    [
      ['list', '--state', 'lost'],
      /^error: option '--state <state>' argument 'lost' is invalid\. Allowed choices are requested, review, approved, /,
    ],
    [
      ['list', '--player', '7'],
      /^error: option '--player <number>' argument '7' is invalid\. Expected a whole number from 1000 to /,
    ],
    [['show'], /^error: missing required argument 'withdrawal'\n/],
    [
      ['show', 'x'],
      /^error: command-argument value 'x' is invalid for argument 'withdrawal'\. Expected an id of 36 characters\.\n/,
    ],
    [['fail', '019bd9f0-0000-7000-8000-000000000000'], /^error: required option '--reason <text>' not specified\n/],
    [
      ['retry', '019bd9f0-0000-7000-8000-000000000000', 'two'],
      /^error: too many arguments for 'retry'\. Expected 1 argument but got 2: .*, two\.\n/,
    ],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, out, err } = await runOps(['withdrawals', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
