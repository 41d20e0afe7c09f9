// npm run ops -- orders: lists deposits, shows one, refunds one.

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeptReason } from '../../../src/game/withdrawal/kept-reasons.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { webhookEvents } from '../../../src/server/db/schema-payments.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { keepPayment } from '../../../src/server/services/payments/kept.ts'
import { lockOrders } from '../../../src/server/services/payments/orders.ts'
import { createSettlement } from '../../../src/server/services/payments/settlement.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { insertOrder, makePromo, moveOrder, placeOrder, UNPRICED } from '../../support/players/deposits.ts'
import { type CommandDatabase, openCommandDatabase, runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

/** The id of no order. */
const ID = '019bd9f0-0000-7000-8000-000000000000'
const CREATED = new Date('2026-11-21T12:00:00Z')
const PAID = new Date('2026-11-21T12:03:04Z')

interface Ids {
  readonly playerId: number
  readonly paid: string
  readonly open: string
  readonly failed: string
}

/** Creates a player's paid order with a code, their open order, and a failed order of another player. */
async function fill(db: Database): Promise<Ids> {
  const events = createEvents()
  const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events, playMoney: true })
  const profile = { steamid: '76561197000001234', name: 'Nova', avatar: '/x.svg', level: 10 }
  const playerId = await upsertPlayer(profile, null)
  const otherId = await upsertPlayer({ ...profile, steamid: '76561197000001235' }, null)
  await makePromo(db, { code: 'summer', percent: 10 })
  const paid = await placeOrder(db, { playerId, code: 'summer', amount: 12_000, at: CREATED })
  await moveOrder(db, paid, {
    reference: 'ref-1',
    url: 'http://pay.test/1',
    currency: 'RUB',
    rate: 90,
    charge: 1_080_000,
  })
  const log = pino({ level: 'silent' })
  const settlement = createSettlement({
    db,
    providers: [],
    events,
    now: () => PAID.getTime(),
    timeZone: 'UTC',
    rewards: () => ({ freeCases: [], gifts: GIFTS }),
    priced: () => UNPRICED,
    rules: () => undefined,
    followers: [],
    announceRefunds: () => undefined,
    hashCard: (provider, card) => `${provider} ${card}`,
    log,
  })
  await settlement.apply(paid, { kind: 'paid', paid: undefined })
  await db.queries
    .insert(webhookEvents)
    .values({ provider: 'sandbox', event: 'event-1', orderId: paid, said: 'paid', at: PAID })
  const open = await insertOrder(db.queries, { playerId, amount: 500, createdAt: CREATED })
  const values = { state: 'failed', remark: 'the card was declined', createdAt: CREATED } as const
  const failed = await insertOrder(db.queries, { playerId: otherId, ...values })
  return { playerId, paid, open, failed }
}

/** Returns the cells of a table, by line. */
const cells = (out: string): string[][] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/).filter((cell) => cell !== ''))

describe.each(SUITE_KINDS)('npm run ops -- orders on %s', (kind) => {
  let database: CommandDatabase
  let ids: Ids
  const orders = (...args: readonly string[]) => database.run('orders', ...args)

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
    ids = await fill(database.db)
  })

  afterAll(() => database.remove())

  it('lists the newest orders first', async () => {
    const { code, out, err } = await orders('list')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [titles, ...rows] = cells(out)
    expect(titles).toEqual('ORDER CREATED PLAYER STATE PROVIDER METHOD AMOUNT BONUS CHARGE CODE REMARK'.split(' '))
    const of = (id: string) => [id, '2026-11-21 12:00:00']
    const player = String(ids.playerId)
    expect(rows).toEqual([
      [
        ...of(ids.failed),
        expect.any(String),
        'failed',
        'sandbox',
        'card',
        '$5.00',
        '$0.00',
        '5.00 USD',
        '-',
        'the card was declined',
      ],
      [...of(ids.open), player, 'created', 'sandbox', 'card', '$5.00', '$0.00', '5.00 USD', '-'],
      [...of(ids.paid), player, 'paid', 'sandbox', 'card', '$120.00', '$12.00', '10800.00 RUB', 'summer'],
    ])
  })

  it('filters by state and player, and limits the rows', { timeout: 120_000 }, async () => {
    const listed = async (...args: readonly string[]) => cells((await orders('list', ...args)).out).map(([id]) => id)
    const player = ['--player', String(ids.playerId)]
    expect(await listed(...player, '--state', 'paid')).toEqual(['ORDER', ids.paid])
    expect(await listed(...player, '--limit', '1')).toEqual(['ORDER', ids.open])
    expect(await orders('list', '--state', 'refunded')).toEqual({
      code: 0,
      out: 'There are no such orders.\n',
      err: '',
    })
  })

  it('shows an order with its webhook events and transfers', async () => {
    const { code, out, err } = await orders('show', ids.paid.toUpperCase())
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(`order       ${ids.paid}
state       paid
player      ${ids.playerId} Nova
provider    sandbox, card
reference   ref-1
page        http://pay.test/1
amount      $120.00
bonus       $12.00 (10 %, code summer)
charge      10800.00 RUB (90 to the dollar)
taken back  -
shortfall   -
remark      -
created     2026-11-21 12:00:00
expires     2026-11-21 13:00:00
paid        2026-11-21 12:03:04
refunded    -
asked       -

Notices
AT                   EVENT    SAID
2026-11-21 12:03:04  event-1  paid

Transfers
${out.slice(out.indexOf('Transfers\n') + 'Transfers\n'.length)}`)
    const [, ...booked] = cells(out.slice(out.indexOf('Transfers\n')))
    expect(booked).toEqual([
      ['AT', 'KIND', 'FROM', 'TO', 'AMOUNT'],
      [expect.any(String), 'deposit', 'house:deposits', `player:${ids.playerId}`, '$120.00'],
      [expect.any(String), 'bonus', 'house:bonuses', `player:${ids.playerId}`, '$12.00'],
    ])
  })

  it('refunds an order once, and the ledger stays correct', { timeout: 240_000 }, async () => {
    expect(await orders('refund', ids.open)).toEqual({
      code: 1,
      out: '',
      err: `Order ${ids.open} is created: only a paid one can be refunded.\n`,
    })
    const unreachable = await orders('refund', ids.paid, '--yes')
    expect(unreachable).toMatchObject({ code: 1, out: '' })
    expect(unreachable.err).toMatch(
      /\nNothing was booked\. Try again later, or pay it back yourself and add --by-hand\.\n$/,
    )
    expect(unreachable.err).not.toContain('    at ')
    const summary = `order           ${ids.paid}
player          ${ids.playerId}
cash            $120.00
bonus           $12.00
commission      -
free cases      -
prizes gone     -
raffle entries  -
items sold      -
debt            -
`
    expect(await orders('refund', ids.paid, '--by-hand')).toEqual({
      code: 0,
      out: `${summary}Nothing was done yet: add --yes to refund it.\n`,
      err: '',
    })
    expect((await orders('show', ids.paid)).out).toMatch(/^state +paid$/m)
    expect(await orders('refund', ids.paid, '--by-hand', '--yes')).toEqual({
      code: 0,
      out: `${summary}Order ${ids.paid} is refunded.\n`,
      err: '',
    })
    expect(await orders('refund', ids.paid, '--by-hand', '--yes')).toEqual({
      code: 1,
      out: '',
      err: `Order ${ids.paid} was refunded already.\n`,
    })
    const { out } = await orders('show', ids.paid)
    expect(out).toMatch(/^state +refunded$/m)
    expect(out).toMatch(new RegExp(`refund +player:${ids.playerId} +house:deposits +\\$120\\.00$`, 'm'))
    expect(out).toMatch(new RegExp(`bonus-back +player:${ids.playerId} +house:bonuses +\\$12\\.00$`, 'm'))
    const ledger = await database.run('ledger', 'check')
    expect(ledger).toMatchObject({ code: 0, err: '' })
    expect(ledger.out).toMatch(/^The ledger is right: 6 transfers, \d+ rules\.\nThe audit is intact to #0; 1 waits /)
  })

  it('shows a dispute with what was taken and frozen', { timeout: 120_000 }, async () => {
    expect((await orders('list', '--disputed')).out).toBe('There are no such orders.\n')
    const { code, out, err } = await orders('dispute', ids.paid)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^taken +\$132\.00$/m)
    expect(out).toMatch(/refund +\$120\.00 +\$12\.00 +\$0\.00 +\$0\.00 +\$0\.00 +\$0\.00$/m)
    expect(await orders('release', ids.paid)).toEqual({
      code: 1,
      out: '',
      err: `No warning of fraud about order ${ids.paid} freezes withdrawals.\n`,
    })
  })

  it('lists, returns and credits payments that may not be credited', { timeout: 240_000 }, async () => {
    const { db } = database
    const none = { code: 0, out: 'No payment is kept.\n', err: '' }
    expect(await orders('kept')).toEqual(none)
    const keep = async (reason: KeptReason): Promise<string> => {
      const id = await insertOrder(db.queries, { playerId: ids.playerId, amount: 700, createdAt: CREATED })
      await db.transaction(async (tx) => {
        const [row] = await lockOrders(tx, [id])
        if (row === undefined) throw new Error('The order is gone')
        await keepPayment(tx, row, reason, PAID)
      })
      return id
    }
    const [limited, excluded] = [await keep('limit'), await keep('time-out')]
    expect(cells((await orders('kept')).out).map((row) => [row[0], row[2], row[3], row[4]])).toEqual([
      ['ORDER', 'REASON', 'STATE', 'AMOUNT'],
      [limited, 'limit', 'waiting', '$7.00'],
      [excluded, 'time-out', 'waiting', '$7.00'],
    ])
    expect((await orders('return', limited)).err).toMatch(/\nNothing was booked\. Try again later/)
    const returned = { code: 0, out: `The kept payment of order ${limited} is refunded.\n`, err: '' }
    expect(await orders('return', limited, '--by-hand')).toEqual(returned)
    expect(await orders('return', limited, '--by-hand')).toEqual({
      code: 1,
      out: '',
      err: `The kept payment of order ${limited} was refunded already.\n`,
    })
    expect(await orders('credit', excluded)).toMatchObject({ code: 0, err: '' })
    expect((await orders('kept')).out).toMatch(new RegExp(`${excluded} .* approved `))
    expect((await orders('return', excluded, '--by-hand')).code).toBe(0)
    expect(await orders('kept')).toEqual(none)
    expect(await orders('credit', ID)).toEqual({ code: 1, out: '', err: `No payment of order ${ID} is kept.\n` })
    expect(await database.run('ledger', 'check')).toMatchObject({ code: 0, err: '' })
  })

  it('lists an order in question, shows what is asked, and settles it once', { timeout: 120_000 }, async () => {
    expect((await orders('list', '--in-question')).out).toBe('There are no such orders.\n')
    const question = { question: 'a refund in another currency: 4.00 EUR', questionedAt: PAID }
    await moveOrder(database.db, ids.open, question)
    const [, row] = cells((await orders('list', '--in-question')).out)
    expect(row?.at(0)).toBe(ids.open)
    expect(row?.at(-1)).toBe(`in question: ${question.question}`)
    expect((await orders('show', ids.open)).out).toContain(`question    ${question.question}`)
    expect(await orders('answer', ids.open, '--note', 'sent back')).toEqual({
      code: 0,
      out: `Order ${ids.open} is not in question any more.\n`,
      err: '',
    })
    expect((await orders('list', '--in-question')).out).toBe('There are no such orders.\n')
    expect((await orders('show', ids.open)).out).toMatch(/^remark +sent back$/m)
    const err = `Order ${ids.open} is not in question.\n`
    expect(await orders('answer', ids.open, '--note', 'again')).toEqual({ code: 1, out: '', err })
  })

  it('refuses an unknown order', async () => {
    const err = `There is no order ${ID}. Look it up: npm run ops -- orders list\n`
    expect(await orders('show', ID)).toEqual({ code: 1, out: '', err })
    expect(await orders('refund', ID)).toEqual({ code: 1, out: '', err })
    expect(await orders('dispute', ID)).toEqual({ code: 1, out: '', err })
    expect(await orders('release', ID)).toEqual({ code: 1, out: '', err })
  })
})

describe('npm run ops -- orders', () => {
  it('prints its help', async () => {
    const { code, out, err } = await runOps(['orders', 'refund', '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage: npm run ops -- orders refund \[options\] <order>\n/)
    expect(out).toMatch(/^ +--by-hand +/m)
  })

  it.each([
    [[], /^Usage: npm run ops -- orders/],
    [
      ['list', '--state', 'gone'],
      /^error: option '--state <state>' argument 'gone' is invalid\. Allowed choices are created, paid, expired, failed, cancelled, refunded, partly_refunded, disputed, won, lost, kept\.\nAdd --help /,
    ],
    [
      ['list', '--player', '7'],
      /^error: option '--player <number>' argument '7' is invalid\. Expected a whole number from 1000 to /,
    ],
    [
      ['list', '--limit', '0'],
      /^error: option '--limit <number>' argument '0' is invalid\. Expected a whole number from 1 to /,
    ],
    [['list', ID], /^error: too many arguments for 'list'\. Expected 0 arguments but got 1: 019bd9f0/],
    [['show'], /^error: missing required argument 'order'\n/],
    [
      ['show', 'ref-1'],
      /^error: command-argument value 'ref-1' is invalid for argument 'order'\. Expected an id of 36 characters\.\n/,
    ],
    [['refund', ID, 'two'], /^error: too many arguments for 'refund'\. Expected 1 argument but got 2: .*, two\.\n/],
    [['refund', ID, '--by-hand=yes'], /^error: unknown option '--by-hand=yes'\n/],
    [['refund', ID, '--force'], /^error: unknown option '--force'\n/],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, out, err } = await runOps(['orders', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
