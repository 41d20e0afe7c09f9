// Reads what the team may have to know: queues and what is in them past its time, disputes, faults of nightly checks, stopped jobs.
import { and, asc, eq, exists, gt, lte, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AlertKind, AlertRules, Matter } from '../../../../game/office/alerts.ts'
import { COUNT_MOST } from '../../../../game/office/counted-rooms.ts'
import { type Database, type Queries, queryRows } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { heldItems } from '../../../db/schema.ts'
import { integrityFaults } from '../../../db/schema-alerts.ts'
import { letters } from '../../../db/schema-letters.ts'
import { proposals } from '../../../db/schema-office.ts'
import { shopDrafts } from '../../../db/schema-operations.ts'
import { disputeAnswers, disputes, keptPayments } from '../../../db/schema-payments.ts'
import { withdrawals } from '../../../db/schema-withdrawals.ts'
import { readStoppedJobs, type StoppedJobsParts } from './stopped-jobs.ts'

const MINUTE_MS = 60_000

/** Matters of a kind that are told one by one; the oldest come first. */
const EACH_MOST = 50

interface Queue {
  readonly kind: AlertKind
  readonly since: PgColumn
  readonly waits: SQL | undefined
}

/** What waits in each queue, in the order of an index. */
const QUEUES: readonly Queue[] = [
  { kind: 'withdrawals', since: withdrawals.changedAt, waits: hasState(withdrawals.state, 'review') },
  { kind: 'letters', since: letters.since, waits: hasState(letters.state, 'waiting') },
  { kind: 'keptPayments', since: keptPayments.at, waits: hasState(keptPayments.state, 'waiting', 'approved') },
  { kind: 'heldPrices', since: heldItems.since, waits: undefined },
  // Since the time at which they were to be published.
  { kind: 'failedDrafts', since: shopDrafts.dueAt, waits: hasState(shopDrafts.state, 'failed') },
]

/** Reads what waits in a queue past its time: a count that ends at a hundred, and the oldest. */
async function readQueue(
  queries: Queries,
  { kind, since, waits }: Queue,
  rules: AlertRules,
  nowMs: number,
): Promise<Matter[]> {
  const before = new Date(nowMs - rules.kinds[kind].afterMinutes * MINUTE_MS).toISOString()
  const isLate = and(waits, lte(since, sql`${before}::timestamptz`))
  const [row] = await queryRows<{ count: number; oldest: string | Date | null }>(
    queries,
    sql`select count(*)::int as count, min(late.since) as oldest from
      (select ${since} as since from ${since.table} where ${isLate} order by ${since} limit ${COUNT_MOST}) late`,
  )
  if (row === undefined || row.oldest === null) return []
  return [{ kind, key: kind, sinceMs: new Date(row.oldest).getTime(), count: row.count }]
}

/** Open disputes; those that somebody has answered wait for the bank. */
async function readDisputes(queries: Queries): Promise<Matter[]> {
  const isAnswered = exists(
    queries
      .select({ id: disputeAnswers.id })
      .from(disputeAnswers)
      .where(and(eq(disputeAnswers.provider, disputes.provider), eq(disputeAnswers.dispute, disputes.reference))),
  )
  const rows = await queries
    .select({ provider: disputes.provider, reference: disputes.reference, at: disputes.openedAt, due: disputes.dueAt })
    .from(disputes)
    .where(and(hasState(disputes.state, 'open'), not(isAnswered)))
    .orderBy(asc(disputes.openedAt))
    .limit(EACH_MOST)
  return rows.flatMap(({ provider, reference, at, due }) => {
    const deadline = due === null ? {} : { dueMs: due.getTime() }
    return (['dispute', 'disputeAnswer'] as const).map((kind) => {
      return { kind, key: `${kind}:${provider}:${reference}`, sinceMs: at.getTime(), count: 1, ...deadline }
    })
  })
}

async function readProposals(queries: Queries, nowMs: number): Promise<Matter[]> {
  const rows = await queries
    .select({ id: proposals.id, at: proposals.proposedAt })
    .from(proposals)
    .where(and(hasState(proposals.state, 'open'), gt(proposals.expiresAt, new Date(nowMs))))
    .orderBy(asc(proposals.id))
    .limit(EACH_MOST)
  return rows.map(({ id, at }) => ({ kind: 'proposal', key: `proposal:${id}`, sinceMs: at.getTime(), count: 1 }))
}

async function readFaults(queries: Queries): Promise<Matter[]> {
  const rows = await queries.select().from(integrityFaults)
  return rows.map(({ part, since }) => ({ kind: 'chain', key: `chain:${part}`, sinceMs: since.getTime(), count: 1 }))
}

async function readJobs(queries: Queries, parts: StoppedJobsParts, nowMs: number): Promise<Matter[]> {
  const { jobs, lost } = await readStoppedJobs(queries, parts, nowMs)
  const matter = (key: string, sinceMs: number): Matter => ({ kind: 'job', key, sinceMs, count: 1 })
  return [
    ...[...jobs].map(([name, sinceMs]) => matter(`job:${name}`, sinceMs)),
    ...[...lost].map(([host, sinceMs]) => matter(`process:${host}`, sinceMs)),
  ]
}

export interface MattersParts extends StoppedJobsParts {
  readonly db: Database
}

/** Reads all matters. Where one source cannot be read, none is known: nothing counts as over because a query failed. */
export async function readMatters(parts: MattersParts, rules: AlertRules, nowMs: number): Promise<Matter[]> {
  const { queries } = parts.db
  const matters = [
    await readFaults(queries),
    await readJobs(queries, parts, nowMs),
    await readDisputes(queries),
    await readProposals(queries, nowMs),
  ]
  for (const queue of QUEUES) matters.push(await readQueue(queries, queue, rules, nowMs))
  return matters.flat()
}
