// Everything that is stored about a player, as JSON in parts: every table with a player's id, page by page, so that a long history
// takes no memory. Secrets are left out, and what explains decisions to operators; notes of the staff about the player are in it, without who wrote
// them.
import { sql } from 'drizzle-orm'
import { type ReviewReason, reviewKinds } from '../../../game/withdrawal/withdrawal-review.ts'
import { type Database, queryRows } from '../../db/database.ts'

const PAGE_ROWS = 1000

interface DataTable {
  /** Selects the rows of the player `$player`. */
  readonly where: string
  /** The columns that order the rows and identify each. */
  readonly key: readonly string[]
  /** Columns that are secrets, the work of the server, or notes for operators. */
  readonly without?: readonly string[]
  /** Rows that are read at once, where they are large. */
  readonly pageRows?: number
  /** Columns that are given in another form. */
  readonly forms?: Readonly<Record<string, (value: unknown) => unknown>>
}

const ownRows = (...key: string[]): DataTable => ({ where: 'player_id = $player', key })
const ofOrders = (...key: string[]): DataTable => ({
  where: 'order_id in (select id from orders where player_id = $player)',
  key,
})
/** Gives the kinds of a review's reasons: exact ones would tell what gives a second account away. */
const formOfReview = (value: unknown): unknown => (value === null ? null : reviewKinds(value as ReviewReason[]))
/** Gives bytes in base64. */
const formOfBytes = (value: unknown): string => Buffer.from(String(value).slice(2), 'hex').toString('base64')
const ownWithdrawals = 'withdrawal_id in (select id from withdrawals where player_id = $player)'

const TABLES_OF_PLAYER: Readonly<Record<string, DataTable>> = {
  players: { where: 'id = $player', key: ['id'] },
  accounts: { where: 'id = $player', key: ['id'] },
  consents: ownRows('id'),
  player_campaigns: ownRows('player_id'),
  sessions: { ...ownRows('id'), without: ['token_hash', 'companion_hash'] },
  transfers: { where: '(debit_id = $player or credit_id = $player)', key: ['id'] },
  items: ownRows('id'),
  item_ends: { where: 'item_id in (select id from items where player_id = $player)', key: ['item_id'] },
  rolls: ownRows('id'),
  push_subscriptions: { ...ownRows('session_id'), without: ['endpoint', 'p256dh', 'auth'] },
  shares: ownRows('token'),
  overlays: { ...ownRows('player_id'), without: ['token'] },
  seeds: { ...ownRows('id'), without: ['server_seed'] },
  notifications: ownRows('id'),
  favourite_cases: ownRows('case_url'),
  orders: { ...ownRows('id'), without: ['key', 'request_hash', 'remark', 'question'] },
  payment_notices: { ...ofOrders('id'), without: ['said'] },
  // Who of the staff did it, and their words for each other, are not the player's.
  balance_corrections: { ...ownRows('id'), without: ['author', 'reason'] },
  kept_payments: { ...ofOrders('order_id'), without: ['due_at', 'attempts', 'problem'] },
  disputes: ofOrders('provider', 'reference'),
  // What was written to the provider, and who wrote it, is not the player's.
  dispute_answers: { ...ofOrders('id'), without: ['sent', 'evidence', 'author'] },
  order_reversals: ofOrders('id'),
  voided_prizes: { where: 'item_id in (select id from items where player_id = $player)', key: ['item_id'] },
  deposit_limits: ownRows('window'),
  limit_changes: ownRows('id'),
  exclusions: ownRows('id'),
  // Which kinds of signals there were; what they rest on is in the other tables, and who looked is for operators.
  play_signals: { ...ownRows('id'), without: ['numbers', 'waits_from', 'looked_at', 'staff_id'] },
  // That there was a conversation; what was noted of it is for operators.
  play_conversations: { ...ownRows('id'), without: ['staff_id', 'outcome', 'text'] },
  // The reason is what the player reads; why a ban was lifted is for operators.
  bans: { ...ownRows('id'), without: ['lift_reason'] },
  withdrawal_freezes: ownRows('id'),
  erasures: ownRows('player_id'),
  steam_accounts: ownRows('player_id'),
  account_traces: ownRows('kind', 'value', 'day'),
  // Who of the staff wrote a note is not the player's.
  player_notes: { ...ownRows('id'), without: ['staff_id'] },
  // Who of the staff wrote, decided or decides is not the player's.
  letters: { ...ownRows('id'), without: ['staff_id', 'decider_ids', 'appeal_staff_id'] },
  letter_messages: { ...ownRows('id'), without: ['staff_id'] },
  // What the staff has not sent yet is not the player's.
  letter_pictures: {
    where: 'player_id = $player and not exists (select from staff where staff.id = message_id)',
    key: ['id'],
    pageRows: 4,
    forms: { bytes: formOfBytes },
  },
  withdrawals: {
    ...ownRows('id'),
    without: ['lease', 'leased_until', 'failures', 'problem'],
    forms: { review: formOfReview },
  },
  withdrawal_steps: { where: ownWithdrawals, key: ['id'], without: ['note'] },
  orphaned_offers: { where: ownWithdrawals, key: ['withdrawal_id'], without: ['problem'] },
  free_openings: ownRows('night', 'tier'),
  promo_openings: ownRows('promo_id', 'use'),
  wheel_spins: ownRows('roll_id'),
  calendar_claims: ownRows('day'),
  mission_claims: ownRows('period', 'mission'),
  raffle_entries: ownRows('raffle_id'),
  leader_days: ownRows('day'),
  // Who it was, from where and why is for operators.
  audit: {
    where: "subject_kind = 'player' and subject = '$player'",
    key: ['id'],
    without: ['actor', 'staff_id', 'session_id', 'address', 'before', 'after', 'reason', 'alone', 'position'],
  },
  leader_prizes: ownRows('period', 'day', 'place'),
  badges: ownRows('badge'),
  raffles: { where: "winner_id = $player and state = 'drawn'", key: ['id'] },
  // The seed of a battle is a secret until it is drawn, and on its page then.
  battles: { where: 'creator_id = $player', key: ['id'], without: ['server_seed'] },
  battle_seats: ownRows('battle_id'),
  battle_payouts: ownRows('battle_id', 'slot'),
  battle_stakes: ownRows('id'),
  referral_codes: ownRows('player_id'),
  // Who of the staff agreed it, and their words for each other, are not the player's.
  partner_shares: { ...ownRows('id'), without: ['author', 'reason'] },
  referral_shares: {
    where: '(player_id = $player or referrer_id = $player)',
    key: ['player_id', 'sequence'],
    without: ['margin'],
  },
}

/** The tables of the download, in its order. */
export const playerDataTables: readonly string[] = Object.keys(TABLES_OF_PLAYER)

/** Tables with players' ids that the download leaves out, and why. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  idempotency_keys: 'copies of answers that the other tables have, for three days',
  sign_in_codes: 'hashes of codes that are valid for a minute',
  withdrawal_claims: 'who of the staff looks into withdrawals, for as long as they do',
}

/** Revealed seeds are public; a seed that is in use would tell the next results. */
const REVEALED = `case when row_of.state = 'revealed' then jsonb_build_object('server_seed', row_of.server_seed) else '{}'::jsonb end`

function statementOf(name: string, table: DataTable, playerId: number, after: readonly unknown[] | null): string {
  const quote = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`
  const columns = table.key.map((column) => `"${column}"`).join()
  const next = after === null ? '' : ` and (${columns}) > (${after.map(quote).join()})`
  const without = `array[${(table.without ?? []).map(quote).join()}]::text[]`
  const row = `to_jsonb(row_of) - ${without}${name === 'seeds' ? ` || ${REVEALED}` : ''}`
  return `select ${row} as row from (
    select * from ${name} where ${table.where.replaceAll('$player', String(playerId))}${next}
    order by ${columns} limit ${table.pageRows ?? PAGE_ROWS}) as row_of`
}

/** Returns a row with the columns that are given in another form. */
function formed(row: Readonly<Record<string, unknown>>, { forms = {} }: DataTable): Readonly<Record<string, unknown>> {
  const changed = Object.entries(forms).map(([column, form]) => [column, form(row[column])])
  return { ...row, ...Object.fromEntries(changed) }
}

/** Returns the data of a player as the parts of one JSON document: an array of rows for each table. */
export async function* playerData(db: Database, playerId: number): AsyncGenerator<string> {
  yield `{"player":${playerId}`
  for (const [name, table] of Object.entries(TABLES_OF_PLAYER)) {
    yield `,\n${JSON.stringify(name)}:[`
    let after: unknown[] | null = null
    for (let isFirst = true; ; isFirst = false) {
      const rows: { row: Record<string, unknown> }[] = await queryRows(
        db.queries,
        sql.raw(statementOf(name, table, playerId, after)),
      )
      const last = rows.at(-1)?.row
      if (last === undefined) break
      yield (isFirst ? '' : ',') + rows.map(({ row }) => JSON.stringify(formed(row, table))).join()
      if (rows.length < (table.pageRows ?? PAGE_ROWS)) break
      after = table.key.map((column) => last[column])
    }
    yield ']'
  }
  yield '}\n'
}
