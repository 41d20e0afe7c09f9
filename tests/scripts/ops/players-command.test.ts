// npm run ops -- players: lists players, shows one, bans, unbans, signs out and erases one.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvents } from '../../../src/server/base/events.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { accounts } from '../../../src/server/db/schema.ts'
import { banIn, createBans } from '../../../src/server/services/account/bans.ts'
import { createErasures } from '../../../src/server/services/account/erasure.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { createProtection } from '../../../src/server/services/account/protection.ts'
import { createSessions, type Sessions } from '../../../src/server/services/account/sessions.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { insertOrder } from '../../support/players/deposits.ts'
import { type CommandDatabase, openCommandDatabase, runOps } from '../../support/runner/command.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const STEAMID = '76561197960265729'
const VISIT = { agent: 'Firefox', address: '127.0.0.1' }

/** Returns the sessions as a server that has just started knows them. */
function sessionsOf(db: Database): Sessions {
  const parts = { db, events: createEvents(), now: Date.now }
  return createSessions({ ...parts, bans: createBans(parts), idleDays: 30 })
}

async function signIn(sessions: Sessions, playerId: number) {
  const { code, browser } = await sessions.makeCode(playerId)
  const opened = await sessions.redeemCode(code, browser, VISIT)
  if (opened === null) throw new Error('The code of a sign-in was refused')
  return opened
}

describe.each(SUITE_KINDS)('npm run ops -- players on %s', (kind) => {
  let database: CommandDatabase
  let nova: number
  let orion: number
  let order: string
  const players = (...args: readonly string[]) => database.run('players', ...args)

  beforeAll(async () => {
    database = await openCommandDatabase(kind)
    const { db } = database
    const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
    const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
    nova = await upsertPlayer({ steamid: STEAMID, name: 'Nova', avatar: '/x.svg', level: 10 }, consent)
    orion = await upsertPlayer(
      { steamid: '76561197960265730', name: '100%_Orion', avatar: '/x.svg', level: null },
      consent,
    )
    await upsertPlayer({ steamid: '76561197960265731', name: 'House', avatar: '/x.svg', level: null }, null)
    order = await insertOrder(db.queries, { playerId: nova, amount: 500 })
    await createProtection({ db, events: createEvents(), now: Date.now, timeZone: 'UTC' }).exclude(nova, 'forever')
  })

  afterAll(() => database.remove())

  it('lists, shows, bans and unbans', { timeout: 600_000 }, async () => {
    const { code, out, err } = await players('show', STEAMID)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const line of [
      `player       ${nova} Nova`,
      `steam id     ${STEAMID}`,
      'balance      $100.00',
      'level        0 (0 exp)',
      'turnover     $0.00 staked, $0.00 deposited\n',
      'Bans\nnone',
      'self-exclusion  forever',
      'grant      1  $100.00',
      `${order}  `,
    ]) {
      expect(out).toContain(line)
    }
    expect(await players('ban', String(nova), '--reason', 'Two accounts')).toEqual({
      code: 0,
      out: `Player ${nova} Nova is banned and signed out. They keep their balance and their items. Withdrawals that were not sent yet wait.\n`,
      err: '',
    })
    expect(await banIn(database.db.queries, nova)).toBe('Two accounts')
    expect((await players('ban', STEAMID, '--reason', 'x')).err).toBe(
      `Player ${nova} is banned already, and that ban and its reason stay: Two accounts\nFor another reason lift it first: npm run ops -- players unban ${nova} --reason WORDS\n`,
    )
    const keeping = ['ban', STEAMID, '--reason', 'x', '--keep-withdrawals'] as const
    expect((await players(...keeping)).out).toBe(
      `Player ${nova} Nova was banned already, and the reason of that ban stays: Two accounts\nWithdrawals that they requested go on.\n`,
    )
    expect((await players(...keeping)).err).toMatch(/ is banned already, and that ban and its reason stay: Two/)
    expect(await banIn(database.db.queries, nova)).toBe('Two accounts')
    const listed = (await players('list', '--banned')).out.trimEnd().split('\n').slice(1)
    expect(listed).toHaveLength(1)
    expect(listed[0]).toMatch(/Nova +Two accounts$/)
    expect((await players('list', '--name', '%_o')).out).toContain(String(orion))
    expect((await players('list', '--name', '%_N')).out).toBe('There are no such players.\n')
    expect((await players('unban', String(nova), '--reason', 'Cleared')).out).toBe(
      `Player ${nova} Nova may sign in again.\n`,
    )
    expect((await players('unban', String(nova), '--reason', 'Cleared')).err).toBe(`Player ${nova} is not banned.\n`)
    expect((await players('show', String(nova))).out).toMatch(/Two accounts +\d{4}-.* +Cleared/)
    expect((await players('ban', '76561197960265731', '--reason', 'x')).err).toMatch(
      /^House is a bot of the sandbox: HOUSE_PLAYERS=off turns bots off\.\n$/,
    )
    expect((await players('show', '999999')).err).toMatch(/^There is no player 999999\. Look them up: /)
  })

  it('shows how much of the deposits is still to be staked', { timeout: 600_000 }, async () => {
    const { queries } = database.db
    await insertOrder(queries, { playerId: orion, amount: 2000, state: 'paid', paidAt: new Date() })
    await queries.update(accounts).set({ spent: 700, spentLocked: 200 }).where(eq(accounts.id, orion))
    expect((await players('show', String(orion))).out).toContain(
      'turnover     $5.00 staked, $20.00 deposited; $15.00 to go before items leave\n',
    )
  })

  it('says what a correction would do, and leaves it to two people', { timeout: 600_000 }, async () => {
    const correct = (...args: readonly string[]) =>
      players('correct', String(nova), ...args, '--reason', 'Half a prize')
    const { out } = await correct('--amount', '12.50')
    expect(out).toMatch(/^balance +\$100\.00 to \$112\.50$/m)
    expect(out).toMatch(new RegExp(`^player:${nova} +\\$12\\.50$`, 'm'))
    expect(out).toContain('Nothing was done yet')
    expect((await correct('--amount=-100.01')).err).toMatch(/at most \$100\.00 can be taken/)
    expect((await correct('--amount', '10000.01')).err).toMatch(/At most \$10,000\.00 can be corrected at once/)
    expect((await correct('--amount', '0')).err).toMatch(/Expected an amount in dollars/)
    expect((await correct('--amount', '12.50', '--yes')).err).toMatch(
      /asks for a second person: propose it in the office/,
    )
    expect((await players('show', String(nova))).out).toMatch(/^balance +\$100\.00$/m)
  })

  it('signs a player out everywhere, and lets them sign in again', { timeout: 600_000 }, async () => {
    const { db } = database
    const half = await sessionsOf(db).makeCode(orion)
    const open: (readonly [token: string, companion: string])[] = []
    for (const player of [nova, orion, orion]) {
      const { token, companion } = await signIn(sessionsOf(db), player)
      open.push([token, companion])
    }
    expect(await players('sign-out', String(orion))).toEqual({
      code: 0,
      out: `Player ${orion} 100%_Orion is signed out everywhere: sessions ended: 2.\n`,
      err: '',
    })
    const sessions = sessionsOf(db)
    const whose = await Promise.all(open.map((held) => sessions.identify(...held)))
    expect(whose.map((session) => session?.player.id)).toEqual([nova, undefined, undefined])
    // A sign-in in progress has ended too; the player may begin a new one.
    expect(await sessions.redeemCode(half.code, half.browser, VISIT)).toBeNull()
    expect((await signIn(sessions, orion)).session.player.id).toBe(orion)
    expect((await players('sign-out', '76561197960265731')).out).toMatch(/everywhere: sessions ended: 0\.\n$/)
  })

  it('tells a player who has asked for the erasure so, also when an operator does it earlier', {
    timeout: 600_000,
  }, async () => {
    const { db } = database
    const { upsertPlayer } = createPlayers({ switches: ALL_ON, db, events: createEvents(), playMoney: true })
    const consent = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }
    const vega = await upsertPlayer({ steamid: '76561197960265732', name: 'Vega', avatar: '/x.svg', level: 1 }, consent)
    const log = { info: () => undefined }
    await createErasures({ db, now: () => Date.parse('2026-11-01T12:00:00Z'), log }).request(vega)
    expect((await players('show', String(vega))).out).toMatch(
      /^erasure +asked for by the player, due 2026-11-08 12:00:00$/m,
    )
    expect((await players('erase', String(vega), '--yes')).code).toBe(0)
    expect(await banIn(db.queries, vega)).toBe('Deleted at your own request')
  })

  it('erases a player, unless something of theirs is open', { timeout: 600_000 }, async () => {
    expect((await players('erase', String(nova))).err).toMatch(
      /has an open withdrawal, or an order that is unpaid or disputed/,
    )
    const lost = `player    ${orion} 100%_Orion\nsteam id  76561197960265730\nbalance   $100.00\nitems     0 worth $0.00\n`
    expect(await players('erase', String(orion))).toEqual({
      code: 0,
      out: `${lost}Nothing was done yet: add --yes to erase the player, who loses balance and items. It cannot be undone.\n`,
      err: '',
    })
    expect((await players('show', String(orion))).out).toContain(`player       ${orion} 100%_Orion\n`)
    expect(await banIn(database.db.queries, orion)).toBeNull()
    expect(await players('erase', String(orion), '--yes')).toEqual({
      code: 0,
      out: `${lost}Player ${orion} is erased. The ledger and results stay under their number, the Steam ID for the closure.\n`,
      err: '',
    })
    const { out } = await players('show', String(orion))
    expect(out).toContain(`player       ${orion} deleted\n`)
    expect(out).toMatch(/^erased +\d{4}-.*; balance and items stay in the ledger, and nobody can use them$/m)
    expect(out).toContain('balance      $100.00\n')
    expect(await banIn(database.db.queries, orion)).toBe('Deleted by the shop')
    expect((await players('erase', String(orion))).err).toMatch(/is erased already/)
    expect((await players('erase', '76561197960265731')).err).toMatch(/is a bot of the sandbox/)
  })
})

describe('npm run ops -- players', () => {
  it('says what follows from every relation', async () => {
    const { out } = await runOps(['players', 'related', '--help'])
    expect(out).toMatch(
      /device, card +no commission between them, gifts without a deposit for one of them, withdrawals/,
    )
    expect(out).toMatch(/trade URL +the withdrawals of who entered it are checked/)
    expect(out).toMatch(/subnet +withdrawals are checked/)
    expect(out).toContain('Example:\n  npm run ops -- players related 1000')
  })

  it.each([
    [['show'], /^error: missing required argument 'player'\n/],
    [
      ['show', 'Nova'],
      /^error: command-argument value 'Nova' is invalid for argument 'player'\. Expected the number of a player, like 1000, or a Steam ID of 17 digits\.\n/,
    ],
    [['ban', '1000'], /^error: required option '--reason <text>' not specified\n/],
    [
      ['ban', '1000', '--reason', ' '],
      /^error: option '--reason <text>' argument ' ' is invalid\. Expected 1 to 500 characters\.\n/,
    ],
    [['ban', '1000', '--reason', 'x'.repeat(501)], / is invalid\. Expected 1 to 500 characters\.\n/],
    [['sign-out'], /^error: missing required argument 'player'\n/],
    [['sign-out', '1000', '--reason', 'x'], /^error: unknown option '--reason'\n/],
    [['list', '1000'], /^error: too many arguments for 'list'\. Expected 0 arguments but got 1: 1000\.\n/],
    [['odds', '1000'], /^error: unknown command 'odds'\n/],
  ])('reports the error of %j', async (args, sentence) => {
    const { code, out, err } = await runOps(['players', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
