// The imports of prices that a site made, and the age of its prices.

import { count, desc, min, sql } from 'drizzle-orm'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { heldItems } from '../../db/schema.ts'
import { priceImports, shopEditions } from '../../db/schema-operations.ts'

/** Returns when the site imported prices last; undefined for never. */
export async function lastImport(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries.select({ at: priceImports.at }).from(priceImports).orderBy(desc(priceImports.id)).limit(1)
  return row?.at
}

/** Stores an import. */
export async function storeImport(queries: Queries, values: typeof priceImports.$inferInsert): Promise<void> {
  await queries.insert(priceImports).values(values)
}

/** Returns when the last accepted list was made; null for the one that came with the site, and before the first. */
export function listMadeMs({ priceState: { atMs, isShipped } }: Pick<LoadedCatalogue, 'priceState'>): number | null {
  return isShipped ? null : atMs
}

/**
 * Returns when the prices were last known to be right: the last import, or the last edition that changed prices; the first edition counts
 * as one.
 *
 * @returns null on a database without either
 */
export async function pricesSince(queries: Queries): Promise<Date | null> {
  const [row] = await queryRows<{ ms: string | number | null }>(
    queries,
    sql`
    select extract(epoch from greatest(
      (select max(at) from ${priceImports}),
      (select max(at) from ${shopEditions}
        where changes::text like '%"prices.json: %' or id = (select min(id) from ${shopEditions}))
    )) * 1000 as ms`,
  )
  return row?.ms === null || row === undefined ? null : new Date(Number(row.ms))
}

/** Returns how many items are held, and since when the first of them is; null for none. */
export async function heldSince(queries: Queries): Promise<{ readonly count: number; readonly since: Date | null }> {
  const [row] = await queries.select({ count: count(), since: min(heldItems.since) }).from(heldItems)
  return row ?? { count: 0, since: null }
}
