// The whole check of the books: the ledger, the published days, and the chain of the audit. The command and the office call it.
import { type ChainReport, checkAuditChain } from '../../audit/check.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger, type LedgerReport } from '../../ledger/check.ts'
import { checkPublishedDays } from './check.ts'

export interface BooksReport extends LedgerReport {
  /** Published days that were compared; 0 where the ledger is wrong. */
  readonly days: number
  readonly audit: ChainReport
}

/**
 * Recomputes everything, and names the first difference.
 *
 * @param onRule called before each rule of the ledger with how many are done, and how many there are
 */
export async function checkBooks(db: Database, onRule?: (done: number, all: number) => void): Promise<BooksReport> {
  const ledger = await checkLedger(db, onRule)
  const audit = await checkAuditChain(db)
  if (ledger.difference !== undefined) return { ...ledger, audit, days: 0 }
  const published = await checkPublishedDays(db)
  return { ...ledger, ...published, audit, difference: published.difference ?? audit.difference }
}
