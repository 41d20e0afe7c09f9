// The erasure of a player: asked for, taken back, done after seven days by one function for player and operator; and the download
// of everything that is stored about them.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountReplySchema, erasureReplySchema } from '../../../src/protocol/account.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { TABLES } from '../../../src/server/db/schema-check.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { banIn } from '../../../src/server/services/account/bans.ts'
import { erasePlayer } from '../../../src/server/services/account/erasure.ts'
import { NOT_EXPORTED, playerDataTables } from '../../../src/server/services/account/player-data.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { insertOrder } from '../../support/players/deposits.ts'
import { spinWheel, upgradeTwice, win } from '../../support/players/games.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('the erasure of a player on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let nowMs = Date.now()

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => nowMs })
  })

  beforeEach(async () => {
    nowMs = Date.now()
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    await site.close()
  })

  const ask = async (who = player): Promise<Answer['body']> => {
    const { body } = await who.post('/api/user/erasure', { confirmed: true })
    return erasureReplySchema.parse(body)
  }

  const rowOf = async (playerId = player.playerId): Promise<Record<string, unknown>> => {
    const [row] = await queryRows<Record<string, unknown>>(
      site.db.queries,
      sql`select * from players where id = ${playerId}`,
    )
    return row ?? {}
  }

  async function withdrawing(state: string): Promise<void> {
    const [item] = await win(player, 1)
    await site.db.queries.execute(sql`
      insert into withdrawals (id, player_id, item_id, state, provider, trade_link, due_at)
      values (${item?.id}, ${player.playerId}, ${item?.id}, ${state}, 'sandbox', 'https://steam/trade', now())`)
  }

  async function endWithdrawals(): Promise<void> {
    const of = sql`where player_id = ${player.playerId} and state <> 'declined'`
    await site.db.queries.execute(
      sql`insert into withdrawal_steps (withdrawal_id, state) select id, 'declined' from withdrawals ${of}`,
    )
    await site.db.queries.execute(sql`update withdrawals set state = 'declined', reason = 'operator' ${of}`)
  }

  it('waits for seven days, tells when, and can be taken back until then', async () => {
    const reply = await ask()
    expect(reply).toMatchObject({ success: true, erasure: { due_at: nowMs + 7 * DAY_MS } })
    expect((await ask()).erasure).toEqual(reply.erasure)
    expect(accountReplySchema.parse((await player.get('/api/user/account')).body).erasure).toEqual(reply.erasure)
    nowMs += 7 * DAY_MS - 1
    await site.jobs.erasures.runOnce()
    expect((await player.post('/api/user/erasure/cancel', {})).body).toMatchObject({ success: true, erasure: null })
    nowMs += DAY_MS
    await site.jobs.erasures.runOnce()
    expect(await rowOf()).toMatchObject({ username: expect.stringMatching(/^Player/) })
    expect((await player.get('/api/user/account')).body.erasure).toBeNull()
    const none = { success: false, code: 'erasure-none' }
    expect((await player.post('/api/user/erasure/cancel', {})).body).toMatchObject(none)
    await ask()
    nowMs += 7 * DAY_MS
    expect((await player.post('/api/user/erasure/cancel', {})).body).toMatchObject(none)
  })

  it('needs the player’s confirmation', async () => {
    expect((await player.post('/api/user/erasure', {})).status).toBe(400)
  })

  it('is refused while a withdrawal is open, and done once the last one has ended', async () => {
    await withdrawing('sent')
    expect((await player.post('/api/user/erasure', { confirmed: true })).body).toMatchObject({ code: 'erasure-open' })
    await endWithdrawals()
    expect((await ask()).success).toBe(true)
    await withdrawing('requested')
    nowMs += 8 * DAY_MS
    await site.jobs.erasures.runOnce()
    expect(await rowOf()).toMatchObject({ username: expect.stringMatching(/^Player/) })
    await endWithdrawals()
    await site.jobs.erasures.runOnce()
    expect(await rowOf()).toMatchObject({ username: 'deleted' })
  })

  it.each(['created', 'disputed'] as const)('waits for an order that is %s too', async (state) => {
    const id = await insertOrder(site.db.queries, { playerId: player.playerId, state })
    expect((await player.post('/api/user/erasure', { confirmed: true })).body).toMatchObject({ code: 'erasure-open' })
    await site.db.queries.execute(sql`update orders set state = 'expired' where id = ${id}`)
    expect((await ask()).success).toBe(true)
  })

  it('leaves nothing that identifies them but the Steam ID, which no later sign-in changes; the ledger stays', async () => {
    const before = await rowOf()
    await win(player, 2)
    expect((await player.post('/api/referral/own', { code: 'MYNAME' })).body.success).toBe(true)
    await player.post('/api/limits/self-exclude', { days: 'forever' })
    await ask()
    nowMs += 7 * DAY_MS
    await site.jobs.erasures.runOnce()
    expect(await rowOf()).toMatchObject({
      username: 'deleted',
      avatar: '',
      trade_link: null,
      steam_level: null,
      hidden: true,
      steamid: before.steamid,
    })
    const of = sql`where player_id = ${player.playerId}`
    for (const table of [
      'sessions',
      'notifications',
      'idempotency_keys',
      'sign_in_codes',
      'account_traces',
      'steam_accounts',
    ]) {
      expect(await queryRows(site.db.queries, sql`select * from ${sql.identifier(table)} ${of}`), table).toEqual([])
    }
    const addresses = await queryRows(site.db.queries, sql`select address from consents ${of}`)
    expect(addresses).toEqual([{ address: '' }])
    const codes = await queryRows(site.db.queries, sql`select code from referral_codes ${of}`)
    expect(JSON.stringify(codes)).not.toContain('MYNAME')
    expect(await queryRows(site.db.queries, sql`select id from exclusions ${of}`)).toHaveLength(1)
    expect((await player.get('/api/user/get')).status).toBe(401)
    const again = { steamid: String(before.steamid), name: 'Known again', avatar: '/known.svg', level: 3 }
    const consent = { termsVersion: 'test', adult: true, address: '10.1.2.3', at: new Date() }
    expect(await site.services.players.upsertPlayer(again, consent)).toBe(player.playerId)
    expect(await rowOf()).toMatchObject({ username: 'deleted', avatar: '', steam_level: null })
    expect(await queryRows(site.db.queries, sql`select address from consents ${of}`)).toEqual([{ address: '' }])
    expect((await site.guest().get(`/api/user/${player.playerId}`)).body.profile).toMatchObject({ username: null })
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  it('by the operator is the same, at once, and refused while something is open', async () => {
    await withdrawing('sent')
    expect(await erasePlayer(site.db, player.playerId, new Date(nowMs), OPERATOR)).toBe('open')
    await endWithdrawals()
    expect(await erasePlayer(site.db, player.playerId, new Date(nowMs), OPERATOR)).toBe('erased')
    expect(await erasePlayer(site.db, player.playerId, new Date(nowMs), OPERATOR)).toBe('erased-before')
    expect(await rowOf()).toMatchObject({ username: 'deleted' })
  })

  it('keeps an earlier ban, and a banned player’s sign-in stores neither name nor address', async () => {
    const before = await rowOf()
    await site.db.queries.execute(sql`insert into bans (player_id, reason) values (${player.playerId}, 'Two accounts')`)
    const profile = { steamid: String(before.steamid), name: 'Renamed', avatar: '/new.svg', level: 3 }
    const consent = { termsVersion: 'test', adult: true, address: '10.1.2.3', at: new Date() }
    await site.services.players.upsertPlayer(profile, consent)
    expect(await rowOf()).toMatchObject({ username: before.username, avatar: before.avatar })
    const addresses = await queryRows(
      site.db.queries,
      sql`select address from consents where player_id = ${player.playerId}`,
    )
    expect(addresses).toEqual([{ address: '127.0.0.1' }])
    expect(await erasePlayer(site.db, player.playerId, new Date(nowMs), OPERATOR)).toBe('erased')
    expect(await banIn(site.db.queries, player.playerId)).toBe('Two accounts')
  })

  describe('the download', () => {
    it('has every table that names a player, or says why it does not', () => {
      const NAMES = /^(player_id|winner_id|referrer_id|debit_id|credit_id)$/
      const named = TABLES.filter(
        ({ name, columns }) =>
          columns.some((column) => NAMES.test(snake(column.name))) || ['players', 'accounts'].includes(name),
      ).map(({ name }) => name)
      expect(named.length).toBeGreaterThan(20)
      const known = [...playerDataTables, ...Object.keys(NOT_EXPORTED)]
      expect(named.filter((name) => !known.includes(name))).toEqual([])
    })

    it('holds the player’s own rows, all of them, without secrets and without rows of others', async () => {
      const other = await site.newPlayer()
      for (let times = 0; times < 3; times++) await win(player, 10)
      await win(other, 1)
      await spinWheel(player)
      await upgradeTwice(player, [], 20)
      const answer = await player.get('/api/user/data.json')
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="spacedrop-data-\d{4}-\d\d-\d\d\.json"$/,
      )
      const { body } = answer
      expect(Object.keys(body)).toEqual(['player', ...playerDataTables])
      expect(body.players).toMatchObject([{ id: player.playerId, username: expect.any(String) }])
      expect(body.rolls).toHaveLength(32)
      expect(body.rolls.every((row: { player_id: number }) => row.player_id === player.playerId)).toBe(true)
      expect(body.sessions).toHaveLength(1)
      expect(body.consents).toMatchObject([{ address: '127.0.0.1' }])
      const text = JSON.stringify(body)
      for (const secret of ['token_hash', 'companion_hash']) expect(text).not.toContain(secret)
      expect(
        body.seeds.every(
          (row: { server_seed?: string; state: string }) => row.state === 'revealed' || row.server_seed === undefined,
        ),
      ).toBe(true)
      expect((await site.guest().get('/api/user/data.json')).status).toBe(401)
    })

    it('says of reviews, bans, orders and withdrawals what the player reads, and nothing that operators do', async () => {
      const { playerId } = player
      const own = `from players where id = ${playerId}`
      await site.db.asOwner(`
        insert into bans (player_id, reason, lifted_at, lift_reason) select id, 'Two accounts', now(), 'SECRET brother' ${own};
        insert into orders (id, player_id, state, provider, method, amount, bonus, bonus_percent, currency, rate, charge, key,
            request_hash, expires_at, remark)
          select '019bd9f0-0000-7000-8000-0000000000aa', id, 'failed', 'test', 'BTC', 500, 0, 0, 'USD', 1, 500, gen_random_uuid(), '',
            now(), 'SECRET bank' ${own};
        insert into payment_notices (provider, event, order_id, said)
          values ('test', 'evt', '019bd9f0-0000-7000-8000-0000000000aa', 'SECRET warning of fraud');
        insert into withdrawals (id, player_id, item_id, state, provider, trade_link, due_at, problem, review)
          select '019bd9f0-0000-7000-8000-0000000000ab', id, gen_random_uuid(), 'declined', 'test', '', now(), 'SECRET problem',
            '{value,shared-card,shared-device,battles-paired}' ${own};
        insert into withdrawal_steps (withdrawal_id, state, note)
          values ('019bd9f0-0000-7000-8000-0000000000ab', 'declined', 'SECRET by the operator');
        insert into orphaned_offers (withdrawal_id, provider, state, due_at, problem)
          values ('019bd9f0-0000-7000-8000-0000000000ab', 'test', 'none', now(), 'SECRET offer')`)
      const { body } = await player.get('/api/user/data.json')
      const text = JSON.stringify(body)
      for (const secret of ['SECRET', 'shared-', 'battles-paired']) expect(text).not.toContain(secret)
      expect(body.bans).toMatchObject([{ reason: 'Two accounts', lifted_at: expect.any(String) }])
      expect(body.withdrawals).toMatchObject([{ review: ['worth', 'accounts', 'battles'] }])
      expect(body.withdrawal_steps).toMatchObject([{ state: 'declined' }])
      expect(body.payment_notices).toMatchObject([{ event: 'evt' }])
    })

    it('has what the staff noted about the player, without who did', async () => {
      const { playerId } = player
      await site.db.asOwner(`
        with author as (
          insert into staff (id, name, role) values (gen_random_uuid(), 'SECRET Olha', 'owner') returning id
        )
        insert into player_notes (id, player_id, staff_id, text, at)
          select gen_random_uuid(), ${playerId}, id, 'Wrote about a late item', now() from author;
        insert into play_conversations (id, player_id, staff_id, outcome, text, at)
          select gen_random_uuid(), ${playerId}, id, 'talked', 'SECRET words', now() from staff where name = 'SECRET Olha'`)
      const { body } = await player.get('/api/user/data.json')
      const id = expect.any(String)
      expect(body.player_notes).toEqual([{ id, player_id: playerId, text: 'Wrote about a late item', at: id }])
      expect(body.play_conversations).toEqual([expect.objectContaining({ player_id: playerId })])
      expect(JSON.stringify(body)).not.toContain('SECRET')
    })

    it('has more rows than one page of the database', async () => {
      await site.db.queries.execute(sql`
        insert into notifications (id, player_id, kind, amounts)
        select gen_random_uuid(), ${player.playerId}, 'deposit', '{"amount": 1}' from generate_series(1, 2500)`)
      const { body } = await player.get('/api/user/data.json')
      expect(new Set(body.notifications.map(({ id }: { id: string }) => id)).size).toBe(2501)
    })
  })
})

/** Columns are named in the schema as in the code. */
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
