// The table of published days (game/transparency/).
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { FIRST_PREVIOUS } from '../../game/transparency/chain.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const linked = (previous: SQL | AnyPgColumn, dayText: SQL | AnyPgColumn): SQL =>
  sql`encode(sha256(convert_to(coalesce(${previous}, ${sql.raw(`'${FIRST_PREVIOUS}'`)}) || E'\\n' || ${dayText}, 'UTF8')), 'hex')`

/** Published days. Rows are only added: triggers refuse everything else to every role, and the key of the day before lets no chain fork. */
export const publishedDays = pgTable(
  'published_days',
  {
    /** Like 2026-11-21. */
    day: text().primaryKey(),
    /** Counts days from 1. */
    sequence: integer().notNull().unique(),
    /** The hash of the day before; null for the first day. */
    previous: text()
      .unique()
      .references((): AnyPgColumn => publishedDays.hash),
    text: text().notNull(),
    hash: text().notNull().unique(),
    signature: text().notNull(),
    /** Eight bytes of the hash of each transfer of the day, in the order of their ids: they name a row that was changed. Not published. */
    rows: bytes().notNull(),
  },
  (table) => [
    check('day_hashed', sql`${table.hash} = ${linked(table.previous, table.text)}`),
    check('day_first_alone', sql`(${table.sequence} = 1) = (${table.previous} is null)`),
  ],
)
