// The tables of what the shop says beside its pages.
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '../../game/base/language.ts'
import { ANNOUNCEMENT_PLACES } from '../../game/office/announcements.ts'
import { NOTICE_GROUPS } from '../../game/office/notices.ts'
import { NOTICE_SENDING_STATES } from '../../game/office/subjects.ts'
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

/** Notices to groups of players. Which player was told is in their notifications. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    /** Of the call that sent it: it is sent once. */
    key: uuid().notNull().unique('notice_sent_once'),
    groupKind: text({ enum: NOTICE_GROUPS }).notNull(),
    /** How long who is away was not here; null for other groups. */
    groupDays: integer(),
    title: jsonb().$type<Localized>().notNull(),
    words: jsonb().$type<Localized>().notNull(),
    /** A path of the site. */
    link: text(),
    state: text({ enum: NOTICE_SENDING_STATES }).notNull(),
    /** A try at one player, which counts for nothing. */
    isTest: boolean().notNull().default(false),
    authorId: uuid()
      .notNull()
      .references(() => staff.id),
    madeAt: moment().notNull(),
    /** The id of the last player that the job has looked at. */
    position: integer().notNull().default(0),
    told: integer().notNull().default(0),
    leftOut: integer().notNull().default(0),
    /** When everyone was told, or somebody stopped it. */
    endedAt: moment(),
  },
  (table) => [
    check('notice_group_known', oneOf('group_kind', NOTICE_GROUPS)),
    check('notice_state_known', oneOf('state', NOTICE_SENDING_STATES)),
    check('notice_group_days', sql`(${table.groupKind} = 'away') = (${table.groupDays} is not null)`),
    check('notice_ended', sql`(${table.state} = 'sending') = (${table.endedAt} is null)`),
    index('notices_sending').on(table.id).where(sql`${table.state} = 'sending'`),
    index('notices_listed').on(table.id).where(sql`not ${table.isTest}`),
  ],
)
