// A shop after years, for the lists of its office: rows of every table that they read, written by the database itself. They are not a ledger that
// adds up: no list depends on it.
import { SIGNAL_KINDS } from '../../../src/game/office/safer-play.ts'
import type { TestOffice } from '../../support/office/office.ts'

/** The newest row is from now; the oldest from so long ago, in ms. */
const AGE_MS = 5 * 365 * 24 * 3_600_000

/** The shares of the tables among all rows. */
const SHARES = {
  players: 0.02,
  sessions: 0.03,
  transfers: 0.35,
  rolls: 0.08,
  items: 0.2,
  notifications: 0.1,
  orders: 0.03,
  withdrawals: 0.03,
  audit: 0.05,
  proposals: 0.01,
  letters: 0.01,
  letter_messages: 0.01,
  payment_notices: 0.03,
  disputes: 0.003,
  kept_payments: 0.003,
  play_signals: 0.005,
  exclusions: 0.003,
  job_runs: 0.01,
  security_counts: 0.01,
} as const

const DAY_MS = 86_400_000
/** Days whose figures are stored, and the cases of each. */
const YEAR_DAYS = 365
const CASES = 120

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** The statements that store the figures of two years. */
function figures(nowMs: number): string[] {
  const days = `generate_series(1, ${2 * YEAR_DAYS + 2}) n`
  const day = `to_char(to_timestamp(${nowMs} / 1000.0) at time zone 'UTC' - n * interval '1 day', 'YYYY-MM-DD')`
  const week = (n: string): string =>
    `to_char(date_trunc('week', to_timestamp(${nowMs} / 1000.0) at time zone 'UTC') - ${n} * interval '7 days', 'YYYY-MM-DD')`
  return [
    `insert into figures_of_days (day, zone, active, "returning", payers, given) select ${day}, 'UTC', 900, 800, 200,
        '{"wheel":10,"calendar":10,"missions":20,"freeCases":30,"raffles":40,"leaderboards":50,"referral":240,"bonuses":60}' from ${days}`,
    `insert into figures_of_hours (day, hour, joined, first_deposits, converted, deposits, deposited, refunded, staked, margin, gifts, referral,
        withdrawals, withdrawn)
      select ${day}, hour, 4, 2, 1, 9, 9000, 0, 90000, 900000000, 100, 10, 2, 4000 from ${days}, generate_series(0, 23) hour`,
    `insert into figures_of_games (day, game, reference, rolls, staked, won, expected, variance)
      select ${day}, 'case', 'case-' || kind, 90, 9000, 8000, 8100, 90000 from ${days}, generate_series(1, ${CASES}) kind`,
    `insert into cohorts (cohort, week, zone, players, active, payers, first_payers, deposited, margin)
      select ${week('m')}, ${week('n')}, 'UTC', case when n = m then 700 else 0 end, 90, 40, 20, 90000, 900000000
      from generate_series(1, 200) n, generate_series(1, 200) m where m >= n`,
  ]
}

/** Members of the staff. */
const STAFF = 200

export interface GrownOffice {
  /** A player with a tenth of everything. */
  readonly busy: number
  /** One of the others. */
  readonly quiet: number
  readonly steamid: string
  readonly ids: Readonly<Record<'order' | 'withdrawal' | 'item' | 'transfer' | 'roll', string>>
  /** What providers call a payment and an offer. */
  readonly references: Readonly<Record<'order' | 'withdrawal', string>>
  /** A member of the staff who did a share of the acts. */
  readonly staff: string
  readonly actor: string
  readonly from: number
  readonly to: number
  /** The longest period that has figures of every day. */
  readonly lastYear: { readonly from: string; readonly to: string }
}

/** The statements that fill a database. `n` counts the rows of a table; ids and moments are spread evenly over the years. */
function statements(rows: number, nowMs: number): string[] {
  const count = (table: keyof typeof SHARES): number => Math.round(rows * SHARES[table])
  const players = count('players')
  const startMs = nowMs - AGE_MS
  const ms = (table: keyof typeof SHARES): string => `(${startMs} + (n * ${AGE_MS}::numeric / ${count(table)})::bigint)`
  const id = (table: keyof typeof SHARES): string =>
    `(lpad(to_hex(${ms(table)}), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid`
  const at = (table: keyof typeof SHARES): string => `to_timestamp(${ms(table)} / 1000.0)`
  // One in ten is of the busy player, the others are spread.
  const player = `case when n % 10 = 0 then 1000 else 1000 + (n * 7919 % ${players})::int end`
  /** Of what a player has little of, the busy one has no more than others. */
  const anyone = `1000 + (n * 7919 % ${players})::int`
  const series = (table: keyof typeof SHARES): string => `generate_series(1::bigint, ${count(table)}) n`
  const member = `(lpad(to_hex(n % ${STAFF}), 8, '0') || '-0000-7000-8000-000000000001')::uuid`
  const pick = (...words: readonly string[]): string => `(array['${words.join("','")}'])[1 + n % ${words.length}]`
  return [
    `insert into players (id, steamid, username, avatar, created_at) overriding system value
      select 999 + n, '7656119' || lpad(n::text, 10, '0'), ${pick('Nova', 'orbit', 'Zenit', 'ak_', 'Космос')} || n % 40000, '/x.svg',
        ${at('players')} from ${series('players')}`,
    `insert into accounts (id, name, balance, spent, won) select 999 + n, 'player:' || 999 + n, 100, n % 100000, n % 90000
      from ${series('players')}`,
    `insert into sessions (id, player_id, token_hash, companion_hash, agent, address, created_at, seen_at, expires_at)
      select ${id('sessions')}, ${player}, 'token' || n, 'companion' || n, 'Mozilla/5.0', '10.0.' || n % 250 || '.' || n % 240,
        ${at('sessions')}, ${at('sessions')}, ${at('sessions')} + interval '30 days' from ${series('sessions')}`,
    `insert into transfers (id, kind, debit_id, credit_id, amount, reference, at)
      select ${id('transfers')}, kind, case when kind in ('open', 'upgrade') then ${player} else 2 end,
        case when kind in ('open', 'upgrade') then 2 else ${player} end, 1 + n % 5000, 'first-step' || n, ${at('transfers')}
      from (select n, ${pick('open', 'open', 'open', 'sell', 'sell', 'upgrade', 'deposit', 'wheel')} as kind from ${series('transfers')}) made`,
    `insert into rolls (id, player_id, game, seed_id, nonce, n, roll, odds_hash, at)
      select ${id('rolls')}, ${player}, ${pick('case', 'case', 'upgrade', 'wheel')}, n / 1000, 1 + n % 1000, 1000000, 1 + n % 1000000, 'x',
        ${at('rolls')} from ${series('rolls')}`,
    `insert into items (id, player_id, item_id, price, state, source, reference, at)
      select ${id('items')}, ${player}, 'ak-47-redline.ft', 1 + n % 30000, ${pick('sold', 'sold', 'sold', 'owned')}, 'case', 'first-step',
        ${at('items')} from ${series('items')}`,
    `insert into notifications (id, player_id, kind, amounts, link, at)
      select ${id('notifications')}, ${player}, 'withdrawalSent', '{"amount": 100}', '/dashboard', ${at('notifications')} from ${series('notifications')}`,
    `insert into orders (id, player_id, state, provider, method, reference, amount, bonus, bonus_percent, currency, rate, charge, key,
        request_hash, created_at, expires_at, paid_at)
      select ${id('orders')}, ${player}, ${pick('paid', 'paid', 'expired')}, 'stripe', 'card', 'cs_' || n, 500 + n % 20000, 0, 0, 'USD', 1, 500,
        gen_random_uuid(), 'x', ${at('orders')}, ${at('orders')}, ${at('orders')} from ${series('orders')}`,
    `insert into withdrawals (id, player_id, item_id, state, provider, trade_link, reference, requested_at, changed_at, due_at)
      select ${id('withdrawals')}, ${player}, ${id('items')}, case when n % 1000 = 1 then 'review' else ${pick('done', 'declined')} end,
        'steam', 'x', 'offer' || n, ${at('withdrawals')}, ${at('withdrawals')}, ${at('withdrawals')} from ${series('withdrawals')}`,
    `insert into staff (id, name, role)
      select ${member}, 'Member ' || n, ${pick('owner', 'finance', 'risk', 'support', 'content', 'auditor')} from generate_series(1, ${STAFF}) n`,
    `insert into audit (id, at, actor_kind, actor, staff_id, session_id, address, verb, subject_kind, subject, before, after, reason)
      select ${id('audit')}, ${at('audit')}, case when n % 4 = 0 then 'job' else 'staff' end,
        case when n % 4 = 0 then 'withdrawals' else 'Member ' || n % ${STAFF} end, case when n % 4 = 0 then null else ${member} end,
        null, '10.0.0.1', ${pick('withdrawals.approve', 'withdrawals.hold', 'players.ban', 'players.note', 'withdrawals.refuse', 'letters.answer', 'staff.role')},
        'player', (${player})::text, '{"state": "review"}', '{"state": "approved"}', 'because of ' || n from ${series('audit')}`,
    `insert into audit_seals (sequence, audit_id, previous, hash, at)
      select n, id, case when n = 1 then null else md5((n - 1)::text) end, md5(n::text), at
      from (select row_number() over (order by position) as n, id, at from audit) sealed`,
    `insert into proposals (id, state, verb, subject_kind, subject, body, amount, reason, difference, entries, proposer_id, proposed_at,
        expires_at, decider_id, decided_at)
      select ${id('proposals')}, case when n % 2000 = 0 then 'open' else ${pick('approved', 'refused')} end, 'players.correct', 'player',
        (${player})::text, '{}', 100, 'because', '[]', '[]', ${member}, ${at('proposals')}, ${at('proposals')} + interval '24 hours',
        case when n % 2000 = 0 then null else (lpad(to_hex((n + 1) % ${STAFF}), 8, '0') || '-0000-7000-8000-000000000001')::uuid end,
        case when n % 2000 = 0 then null else ${at('proposals')} end
      from ${series('proposals')}`,
    `insert into letters (id, player_id, about_kind, state, opened_by, opened_at, since, staff_id)
      select ${id('letters')}, ${player}, 'player', case when n % 1000 = 1 then 'waiting' else ${pick('closed', 'closed', 'answered')} end, 'player',
        ${at('letters')}, ${at('letters')}, ${member} from ${series('letters')}`,
    `insert into letter_messages (id, letter_id, player_id, author, kind, text, at)
      select id, id, player_id, 'player', 'message', 'When is it sent? ' || id, opened_at from letters`,
    `insert into payment_notices (provider, event, order_id, said, at)
      select 'stripe', 'evt_' || n, ${id('orders')}, 'paid', ${at('payment_notices')} from ${series('payment_notices')}`,
    `insert into disputes (provider, reference, order_id, state, reason, minor, said_at, opened_at, closed_at, due_at)
      select 'stripe', 'dp_' || n, ${id('orders')}, case when n % 50 = 0 then 'open' else ${pick('won', 'lost')} end, 'fraudulent', 500,
        ${at('disputes')}, ${at('disputes')}, case when n % 50 = 0 then null else ${at('disputes')} end,
        case when n % 3 = 0 then null else ${at('disputes')} + interval '9 days' end from ${series('disputes')}`,
    `insert into dispute_answers (id, provider, dispute, order_id, sent, author, at)
      select gen_random_uuid(), provider, reference, order_id, 'The file of evidence', 'Member 1', opened_at from disputes where state <> 'open'`,
    `insert into kept_payments (order_id, part, reason, state, amount, minor, at, ended_at)
      select ${id('orders')}, 'payment', ${pick('limit', 'ban', 'partial')}, case when n % 20 = 0 then 'waiting' else 'refunded' end, 500, 500,
        ${at('kept_payments')}, case when n % 20 = 0 then null else ${at('kept_payments')} end from ${series('kept_payments')}`,
    `update accounts set debt = 1 + id % 5000 where id > 1000 and id % 20 = 0`,
    `insert into play_signals (id, player_id, kind, numbers, first_seen, last_seen, waits_from, looked_at, staff_id)
      select ${id('play_signals')}, ${anyone}, ${pick(...SIGNAL_KINDS)}, '{}', ${at('play_signals')}, ${at('play_signals')},
        case when n % 10 = 0 then ${at('play_signals')} else null end, case when n % 10 = 0 then null else ${at('play_signals')} end,
        case when n % 10 = 0 then null else ${member} end from ${series('play_signals')}`,
    `insert into exclusions (player_id, kind, at, until)
      select ${anyone}, ${pick('time-out', 'self-exclusion')}, ${at('exclusions')}, ${at('exclusions')} + interval '200 days' from ${series('exclusions')}`,
    `insert into job_runs (id, instance_id, job, started_at, ended_at, runs, longest_ms, result, error)
      select ${id('job_runs')}, gen_random_uuid(), ${pick('raffles', 'battles', 'withdrawals', 'retention')}, ${at('job_runs')}, ${at('job_runs')}, 9, 20,
        case when n % 100 = 0 then 'failed' else 'done' end, case when n % 100 = 0 then 'no answer' else null end from ${series('job_runs')}`,
    `insert into security_counts (hour, source, event, code, call, count, last_at)
      select ${at('security_counts')}, 'site', ${pick('limit', 'forged-call', 'sign-in')}, 'calls', '/api/x', 9, ${at('security_counts')}
      from ${series('security_counts')}`,
  ]
}

/** Fills the database of an office that has nothing yet. `ask` returns the rows of a statement. */
export async function growOffice(
  { db, nowMs }: Pick<TestOffice, 'db' | 'nowMs'>,
  rows: number,
  ask: (statement: string) => Promise<Record<string, string>[]>,
): Promise<GrownOffice> {
  for (const statement of [...statements(rows, nowMs), ...figures(nowMs)]) {
    const began = performance.now()
    // Keys to other tables are not checked: ten million checks would take longer than the rows.
    await db.asOwner(`set session_replication_role = replica; ${statement}`)
    const [table] = /(?<=insert into |update )\w+/.exec(statement) ?? []
    console.log(`  ${table} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  await db.asOwner('vacuum analyze')
  const one = async (table: string, column = 'id'): Promise<string> => {
    const [row] = await ask(`select ${column}::text as one from ${table} order by id desc offset 100 limit 1`)
    return row?.one ?? ''
  }
  return {
    busy: 1000,
    quiet: 1001 + Math.round((rows * SHARES.players) / 2),
    steamid: await one('players', 'steamid'),
    ids: {
      order: await one('orders'),
      withdrawal: await one('withdrawals'),
      item: await one('items'),
      transfer: await one('transfers'),
      roll: await one('rolls'),
    },
    references: { order: await one('orders', 'reference'), withdrawal: await one('withdrawals', 'reference') },
    staff: '00000007-0000-7000-8000-000000000001',
    actor: 'withdrawals',
    from: nowMs - AGE_MS / 2,
    to: nowMs - AGE_MS / 4,
    lastYear: { from: dayOf(nowMs - YEAR_DAYS * DAY_MS), to: dayOf(nowMs) },
  }
}
