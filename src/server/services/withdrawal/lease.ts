// The lease of a withdrawal: one process, or one command of an operator, works on it at a time. It is renewed for as long as the
// work runs, however long the provider's queue is, and ends by itself when its holder dies.
import { and, eq, isNull, lte, or, type SQL } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Database, Queries } from '../../db/database.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import type { WithdrawalRow } from './transitions.ts'

/** How long the lease of a dead holder blocks a withdrawal. */
const LEASE_MS = 2 * 60_000
/** Several renewals may fail before the lease ends. */
const RENEW_EVERY_MS = LEASE_MS / 4

/** What a withdrawal's lease needs; the log tells of a renewal that failed. */
export interface LeaseParts {
  readonly db: Database
  readonly now: () => number
  readonly log?: { warn(fields: object, message: string): void }
}

/** The columns of a lease. */
export interface LeaseColumns {
  readonly lease: string
  readonly leasedUntil: Date
}

/** Returns the columns of a new lease. */
export function newLease(nowMs: number): LeaseColumns {
  return { lease: newId(), leasedUntil: new Date(nowMs + LEASE_MS) }
}

/** Selects withdrawals that nobody works on. */
export function isFree(at: Date): SQL | undefined {
  return or(isNull(withdrawals.leasedUntil), lte(withdrawals.leasedUntil, at))
}

/** Tells whether somebody works on a withdrawal. */
export function isLeased({ leasedUntil }: WithdrawalRow, nowMs: number): boolean {
  return leasedUntil !== null && leasedUntil.getTime() > nowMs
}

/** Selects a withdrawal whose lease is still the one of this row. */
export function isOurs({ id, lease }: Pick<WithdrawalRow, 'id' | 'lease'>): SQL | undefined {
  return and(eq(withdrawals.id, id), lease === null ? isNull(withdrawals.lease) : eq(withdrawals.lease, lease))
}

async function release(queries: Queries, row: WithdrawalRow): Promise<void> {
  await queries.update(withdrawals).set({ lease: null, leasedUntil: null }).where(isOurs(row))
}

/** Runs work on a withdrawal whose lease the caller took; renews the lease meanwhile, and releases it afterwards. */
export async function whileLeased<T>(parts: LeaseParts, row: WithdrawalRow, work: () => Promise<T>): Promise<T> {
  const { db, now, log } = parts
  const renew = (): void => {
    db.queries
      .update(withdrawals)
      .set({ leasedUntil: new Date(now() + LEASE_MS) })
      .where(isOurs(row))
      .catch((error: unknown) => log?.warn({ withdrawal: row.id, err: error }, 'a lease could not be renewed'))
  }
  const renewing = setInterval(renew, RENEW_EVERY_MS)
  renewing.unref()
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await release(db.queries, row)
  }
}
