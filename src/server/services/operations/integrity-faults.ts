// Keeps what the nightly check found wrong, so that every process and the alerts know it until a check is right again.
import { inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { CHECKED_PARTS, integrityFaults } from '../../db/schema-alerts.ts'

/** A part that a check looks at, in the order of the check: what follows a fault is not looked at. */
export type CheckedPart = (typeof CHECKED_PARTS)[number]

/**
 * Stores the outcome of a check.
 *
 * @param fault the first part that is wrong, and its broken rule; undefined where all is right
 */
export async function keepIntegrity(
  db: Database,
  fault: { readonly part: CheckedPart; readonly rule: string } | undefined,
  at: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const right = fault === undefined ? CHECKED_PARTS : CHECKED_PARTS.slice(0, CHECKED_PARTS.indexOf(fault.part))
    if (right.length > 0) await tx.delete(integrityFaults).where(inArray(integrityFaults.part, [...right]))
    if (fault === undefined) return
    const { part, rule } = fault
    await tx
      .insert(integrityFaults)
      .values({ part, rule, since: at })
      .onConflictDoUpdate({ target: integrityFaults.part, set: { rule } })
  })
}
