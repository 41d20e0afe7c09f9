// The tables of what the shop says beside its pages.
import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '../../game/base/language.ts'
import { ANNOUNCEMENT_PLACES } from '../../game/office/announcements.ts'
import { staff } from './schema-office.ts'

const moment = () => timestamp({ withTimezone: true })

/** Returns the condition that a column holds one of some words. */
const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`)

/** Announcements. None is changed but by its end: a corrected one is another row. */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid().primaryKey(),
    place: text({ enum: ANNOUNCEMENT_PLACES }).notNull(),
    title: jsonb().$type<Localized>().notNull(),
    words: jsonb().$type<Localized>().notNull(),
    /** A path of the site, or an https address. */
    link: text(),
    dismissible: boolean().notNull(),
    fromAt: moment().notNull(),
    /** When it ends by itself; null where a person ends it. */
    untilAt: moment(),
    authorId: uuid()
      .notNull()
      .references(() => staff.id),
    madeAt: moment().notNull(),
    /** When somebody ended it, or put another one in its place. */
    endedAt: moment(),
  },
  (table) => [
    check('announcement_place_known', oneOf('place', ANNOUNCEMENT_PLACES)),
    check('announcement_ends_later', sql`${table.untilAt} > ${table.fromAt}`),
    // Every instance asks each second what is in force, and what begins.
    index('announcements_open').on(table.untilAt).where(sql`${table.endedAt} is null`),
  ],
)
