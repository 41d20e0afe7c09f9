// npm run ops -- withdrawals: what an operator can see of items on their way, and what he can do for one that is stuck.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { items, players } from '../../src/server/db/schema.ts'
import { withdrawalSteps, withdrawals } from '../../src/server/db/schema-withdrawals.ts'
import { createEvents } from '../../src/server/events.ts'
import { newId } from '../../src/server/ids.ts'
import { createPlayers } from '../../src/server/services/players.ts'
import { type CommandPlace, commandPlace, runCommand, runOps } from '../support/command.ts'
import { DATABASE_KINDS } from '../support/databases.ts'

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
}

/** A withdrawal of an item that came without a roll, in a state. */
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
  const { arrive } = createPlayers({ db, events: createEvents(), playMoney: true })
  const playerId = await arrive({ steamid: '76561197960265729', name: 'Nova', avatar: '/x.svg', level: 10 }, null)
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
  }
}

describe.each(DATABASE_KINDS)('npm run ops -- withdrawals on %s', (kind) => {
  let place: CommandPlace
  let ids: Ids
  const run = (...args: readonly string[]) => place.run('withdrawals', ...args)
  const listed = async (...args: readonly string[]): Promise<string[]> =>
    (await run('list', ...args)).out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 36))

  beforeAll(async () => {
    place = await commandPlace(kind)
    ids = await place.withDatabase(fill)
  })

  afterAll(() => place.remove())

  it('lists the newest first, those that were asked for, and those that are stuck', { timeout: 120_000 }, async () => {
    const { code, out, err } = await run('list')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`${ids.buying}  2026-11-01 12:00:00`)
    expect(out).toContain(`$12.50  ${NAME}  Steam: no answer in time`)
    expect(await listed()).toEqual([ids.done, ids.unavailable, ids.sent, ids.buying, ids.requested])
    expect(await listed('--state', 'sent')).toEqual([ids.sent])
    expect(await listed('--player', String(ids.playerId), '--limit', '2')).toEqual([ids.done, ids.unavailable])
    expect(await listed('--stuck')).toEqual([ids.sent, ids.buying])
    expect((await run('list', '--stuck', '--state', 'accepted')).out).toBe('No withdrawal is stuck.\n')
  })

  it('shows everything of one', { timeout: 60_000 }, async () => {
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

  it('sends one on its way again', { timeout: 120_000 }, async () => {
    expect((await run('retry', ids.buying)).out).toBe(
      `Withdrawal ${ids.buying} is buying, and the server looks after it in its next round.\n`,
    )
    expect((await run('show', ids.buying)).out).toContain('failures    -')
    expect((await run('retry', ids.unavailable)).out).toContain('is requested, and the server')
    expect((await run('show', ids.unavailable)).out).toContain('requested    by the operator')
    expect(await run('retry', ids.done)).toEqual({
      code: 1,
      out: '',
      err: `Withdrawal ${ids.done} is done: it is over.\n`,
    })
  })

  it('gives one up, never while the player may have the item', { timeout: 240_000 }, async () => {
    const why = ['--reason', 'he asked for it'] as const
    expect(await run('fail', ids.requested, ...why)).toEqual({
      code: 0,
      out: `Withdrawal ${ids.requested} is declined: the item is player ${ids.playerId}'s again.\n`,
      err: '',
    })
    expect((await run('show', ids.requested)).out).toContain('declined   by the operator: he asked for it')
    const buying = await run('fail', ids.buying, ...why)
    expect(buying).toMatchObject({ code: 1, out: '' })
    expect(buying.err).toMatch(/may have the item at Steam\. Look there first, and add --by-hand/)
    const sent = await run('fail', ids.sent, ...why)
    expect(sent).toMatchObject({ code: 1, out: '' })
    expect(sent.err).toMatch(/\nNothing was changed\. Try again later, or take the offer back yourself/)
    expect((await run('fail', ids.sent, ...why, '--by-hand')).out).toContain('is declined')
    expect((await run('fail', ids.sent, ...why, '--by-hand')).err).toBe(
      `Withdrawal ${ids.sent} is declined: it is over.\n`,
    )
    await place.withDatabase(async (db) => {
      const rows = await db.queries.select({ state: items.state }).from(items)
      expect(rows.filter(({ state }) => state === 'owned')).toHaveLength(2)
      const counted = { name: 'owned', text: 'select items, worth::int from accounts where id = $1' }
      expect(await db.run(counted, [ids.playerId])).toEqual([{ items: 2, worth: 2500 }])
    })
  })

  it('says that there is no such withdrawal', { timeout: 60_000 }, async () => {
    const unknown = '019bd9f0-0000-7000-8000-000000000000'
    const err = `There is no withdrawal ${unknown}. Look it up: npm run ops -- withdrawals list\n`
    expect(await run('show', unknown)).toEqual({ code: 1, out: '', err })
    expect(await run('retry', unknown)).toEqual({ code: 1, out: '', err })
    expect(await run('fail', unknown, '--reason', 'x')).toEqual({ code: 1, out: '', err })
  })
})

describe('npm run ops -- withdrawals', () => {
  it('explains itself', async () => {
    const { code, out, err } = await runCommand('ops', ['withdrawals', '--help'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('npm run ops -- withdrawals fail ID --reason WORDS [--by-hand]')
  })

  it.each([
    [[], /^Usage: npm run ops -- withdrawals/],
    [['list', '--state', 'lost'], /^There is no state "lost": requested, buying, sent, /],
    [['list', '--player', '7'], /^--player has to be a whole number from 1000 to /],
    [['show'], /^Say which: withdrawal is missing\.\n/],
    [['show', 'x'], /^"x" is not the id of a withdrawal: those are 36 characters long\.\n/],
    [['fail', '019bd9f0-0000-7000-8000-000000000000'], /^Say why: --reason is missing\.\n/],
    [['retry', 'one', 'two'], /^One withdrawal at a time: "two" is too much\.\n/],
  ])('says what is wrong with %j', async (args, sentence) => {
    const { code, out, err } = await runOps(['withdrawals', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
