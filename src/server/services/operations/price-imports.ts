// The imports of prices that a site made, and the age of its prices.
import { desc, sql } from 'drizzle-orm'
import { type Queries, queryRows } from '../../db/database.ts'
import { catalogueEditions, priceImports } from '../../db/schema-operations.ts'

/** Returns when the site imported prices last; undefined for never. */
export async function lastImport(queries: Queries): Promise<Date | undefined> {
  const [row] = await queries.select({ at: priceImports.at }).from(priceImports).orderBy(desc(priceImports.id)).limit(1)
  return row?.at
}

/** Stores an import. */
export async function storeImport(queries: Queries, values: typeof priceImports.$inferInsert): Promise<void> {
  await queries.insert(priceImports).values(values)
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
      (select max(at) from ${catalogueEditions}
        where changes::text like '%"prices.json: %' or id = (select min(id) from ${catalogueEditions}))
    )) * 1000 as ms`,
  )
  return row?.ms === null || row === undefined ? null : new Date(Number(row.ms))
}
