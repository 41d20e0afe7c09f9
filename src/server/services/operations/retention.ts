// Removes outdated rows: idempotency keys that no page repeats any more, ended sessions, expired codes and nonces, and what was never
// played or paid (docs/retention.md). The ledger, rolls, webhook events and everything that proves something are never removed.
import { sql } from 'drizzle-orm'
import { APPEAL_DAYS } from '../../../game/letters/letters.ts'
import { type Database, queryRows } from '../../db/database.ts'

/** A page keeps an idempotency key while it is open and has no response; after three days no page waits for one. */
const KEYS_KEPT_HOURS = 72
/** Ended sessions are kept for a while, to see where an account was used from. */
const ENDED_SESSIONS_KEPT_HOURS = 7 * 24
/** A device is remembered as long as its cookie, cards and trade URLs as long; addresses relate players within 30 days. */
const TRACES_KEPT_DAYS = { most: 366, address: 60 } as const
/** A push message that was not sent within a day is not sent any more. */
const PUSHES_KEPT_HOURS = 24
/** An invitation that is over is seen for a while; the audit has what it was. */
const INVITATIONS_KEPT_DAYS = 30
/** Alerts to members of the staff, to find out why nobody reacted. */
const ALERTS_KEPT_DAYS = 90
/** Of letters: pictures after the decision, or after an answer that nobody replied to; one that no message took; all else. */
const LETTERS_KEPT_DAYS = { pictures: APPEAL_DAYS, unanswered: 90, unsent: 1, texts: 730 } as const

/** Signals of safer play and conversations about them, after they were seen or held last. */
const SAFER_PLAY_KEPT_DAYS = 730
/** Processes that ended, runs of jobs, and counts of security events. */
const MACHINE_KEPT_DAYS = { instances: 30, runs: 30, security: 90 } as const

/** A code or nonce is not accepted after its time; clocks of machines differ by less than this. */
const MARGIN_HOURS = 1

/** Battles that nobody played and seeds without a roll prove nothing; for a week players see what became of them. */
const UNPLAYED_KEPT_DAYS = 7
/** An order that was not paid may still be paid late, and asked about, for much longer than any provider takes. */
const UNPAID_KEPT_DAYS = 90

/** Pages of 8 KB that one statement scans: it locks few rows, and for a short time. */
const PAGES_AT_ONCE = 256

const RULES: Readonly<Record<string, string>> = {
  idempotency_keys: `at < cutoff - interval '${KEYS_KEPT_HOURS} hours'`,
  sessions: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'
    or ended_at < cutoff - interval '${ENDED_SESSIONS_KEPT_HOURS} hours'`,
  sign_in_codes: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
  account_traces: `day < (cutoff - interval '${TRACES_KEPT_DAYS.most} days')::date
    or kind = 'address' and day < (cutoff - interval '${TRACES_KEPT_DAYS.address} days')::date`,
  pushes: `at < cutoff - interval '${PUSHES_KEPT_HOURS} hours'`,
  // Without a roll nothing refers to them; one that was rolled from has a greater nonce.
  seeds: `state = 'revealed' and nonce = 1 and revealed_at < cutoff - interval '${UNPLAYED_KEPT_DAYS} days'`,
  // Their battles stay, for the transfers that name them.
  battle_rounds: `exists (select from battles where id = battle_id and state in ('cancelled', 'expired') and locked_at is null
    and coalesce(ended_at, expires_at) < cutoff - interval '${UNPLAYED_KEPT_DAYS} days')`,
  orders: `paid_at is null and state in ('expired', 'failed', 'cancelled') and created_at < cutoff - interval '${UNPAID_KEPT_DAYS} days'
    and (question is null or answered_at is not null) and not exists (select from payment_notices where order_id = orders.id)
    and not exists (select from kept_payments where order_id = orders.id)`,
  // In this order: a letter is removed after what is in it.
  letter_pictures: `(letter_id is null or exists (select from staff where staff.id = message_id)) and at < cutoff - interval '${LETTERS_KEPT_DAYS.unsent} days'
    or exists (select from letters where id = letter_id
      and (state = 'closed' and since < cutoff - interval '${LETTERS_KEPT_DAYS.pictures} days'
        or state = 'answered' and since < cutoff - interval '${LETTERS_KEPT_DAYS.unanswered} days'))`,
  letter_messages: `exists (select from letters where id = letter_id
    and state <> 'waiting' and since < cutoff - interval '${LETTERS_KEPT_DAYS.texts} days')`,
  letters: `state <> 'waiting' and since < cutoff - interval '${LETTERS_KEPT_DAYS.texts} days'
    and not exists (select from letter_messages where letter_id = letters.id)
    and not exists (select from letter_pictures where letter_id = letters.id)`,
  play_signals: `last_seen < cutoff - interval '${SAFER_PLAY_KEPT_DAYS} days'`,
  play_conversations: `at < cutoff - interval '${SAFER_PLAY_KEPT_DAYS} days'`,
  alert_codes: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
  // In this order: a channel is removed after its messages.
  alerts: `state <> 'waiting' and at < cutoff - interval '${ALERTS_KEPT_DAYS} days'`,
  alert_channels: `ended_at < cutoff - interval '${ALERTS_KEPT_DAYS} days'
    and not exists (select from alerts where channel_id = alert_channels.id)`,
  instances: `seen_at < cutoff - interval '${MACHINE_KEPT_DAYS.instances} days'`,
  job_runs: `ended_at < cutoff - interval '${MACHINE_KEPT_DAYS.runs} days'`,
  upkeep_runs: `ended_at < cutoff - interval '${MACHINE_KEPT_DAYS.runs} days'
    and exists (select from upkeep_runs later where later.kind = upkeep_runs.kind and later.id > upkeep_runs.id)`,
  security_counts: `hour < cutoff - interval '${MACHINE_KEPT_DAYS.security} days'`,
  staff_challenges: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
  staff_sessions: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
  staff_invitations: `expires_at < cutoff - interval '${INVITATIONS_KEPT_DAYS} days'`,
  steam_claims: `expires_at < cutoff - interval '${MARGIN_HOURS} hours'`,
}

/** Tables that rows are removed from. */
export const RETENTION_TABLES: readonly string[] = Object.keys(RULES)

async function pagesOf({ queries }: Database, table: string): Promise<number> {
  const rows = await queryRows<{ pages: string }>(
    queries,
    sql`select pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int as pages`,
  )
  return Number(rows[0]?.pages ?? 0)
}

/**
 * Removes the outdated rows of one table, page by page: an index for one nightly job is not worth its cost, and no statement
 * scans more than 2 MB.
 *
 * @param nowMs the site's clock; the database's clock counts when it is behind, so that a clock that ran ahead removes nothing
 * @param pause awaited between two statements; false ends the work early
 * @returns how many rows were removed
 */
export async function removeOutdated(
  db: Database,
  table: string,
  nowMs: number,
  pause: () => Promise<boolean>,
): Promise<number> {
  const rule = RULES[table]
  if (rule === undefined) throw new RangeError(`Nothing is ever removed from ${table}`)
  const statement = {
    name: `outdated-${table}`,
    text: `with removed as (
      delete from ${table} where ctid >= $1::text::tid and ctid < $2::text::tid
        and (${rule.replaceAll('cutoff', 'least(now(), $3::timestamptz)')}) returning 1)
      select count(*) as count from removed`,
  }
  const pages = await pagesOf(db, table)
  let removed = 0
  for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
    const range = [`(${page},0)`, `(${page + PAGES_AT_ONCE},0)`]
    const [row] = await db.run<{ count: string }>(statement, [...range, new Date(nowMs).toISOString()])
    removed += Number(row?.count ?? 0)
    if (!(await pause())) break
  }
  return removed
}
