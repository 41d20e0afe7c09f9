// The exchange rates that were accepted, in the database: what a changed file is compared with, and who accepted it.
import { desc, sql } from 'drizzle-orm'
import { RATE_CHANGE_PERCENT_MOST } from '../../game/base/economy.ts'
import type { Rates } from '../../game/payments/deposit.ts'
import { changeOfRates } from '../../game/payments/rates.ts'
import type { Actor } from '../audit/actor.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Database, Queries } from '../db/database.ts'
import { acceptedRates } from '../db/schema-operations.ts'

/** The advisory lock under which rates are accepted; any number. */
const RATES_LOCK = 7_306_042_001

/** What became of rates: accepted, with what they changed, or refused, with those that stay. */
export type RatesDecision =
  | { readonly accepted: true; readonly changes: readonly string[] }
  | { readonly accepted: false; readonly changes: readonly string[]; readonly last: Rates }

/** Returns the rates that were accepted last; undefined before the first ones. */
export async function lastRates(queries: Queries): Promise<Rates | undefined> {
  const [row] = await queries
    .select({ rates: acceptedRates.rates })
    .from(acceptedRates)
    .orderBy(desc(acceptedRates.id))
    .limit(1)
  return row?.rates as Rates | undefined
}

/**
 * Accepts rates unless they are far from the last ones, and stores them with their author.
 *
 * @param isConfirmed true when a person has looked at the change: then any is accepted
 */
export function acceptRates(
  db: Database,
  rates: Rates,
  { by, isConfirmed }: { readonly by: Actor; readonly isConfirmed: boolean },
): Promise<RatesDecision> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${RATES_LOCK})`)
    const last = await lastRates(tx)
    const { lines: changes, isLarge } = last === undefined ? { lines: [], isLarge: false } : changeOfRates(last, rates)
    if (last !== undefined && isLarge && !isConfirmed) return { accepted: false, changes, last }
    if (last === undefined || changes.length > 0) {
      await tx.insert(acceptedRates).values({ rates, author: by.name, changes })
      const difference = { before: { rates: last ?? null }, after: { rates } }
      await recordAct(tx, { by, verb: 'rates.accept', kind: 'edition', subject: 'rates', ...difference })
    }
    return { accepted: true, changes }
  })
}

/** Returns the log's line about refused rates. */
export function refusedRates(file: string, changes: readonly string[]): string {
  return (
    `${file} was refused: a rate changed by more than ${RATE_CHANGE_PERCENT_MOST} % (${changes.join(', ')}). The last rates stay. If it is ` +
    'right: npm run ops -- catalogue accept'
  )
}
