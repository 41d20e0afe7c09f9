// The tables of letters between players and the shop. All three are erased with their player.
import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { LETTER_AUTHORS, LETTER_STATES, LETTER_SUBJECTS, MESSAGE_KINDS } from '../../game/letters/letters.ts'
import { players } from './schema.ts'
import { staff } from './schema-office.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })

/** Returns the condition that a column holds one of some words. */
const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`)

export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    aboutKind: text({ enum: LETTER_SUBJECTS }).notNull(),
    /** The withdrawal or the order; null for the player. */
    aboutId: uuid(),
    state: text({ enum: LETTER_STATES }).notNull(),
    openedBy: text({ enum: LETTER_AUTHORS }).notNull(),
    openedAt: moment().notNull(),
    /** When it came into its state; for `answered`, of the last answer. */
    since: moment().notNull(),
    /** Who of the staff wrote or closed last. */
    staffId: uuid().references(() => staff.id),
    appealedAt: moment(),
    /** Who made the decision that is, or would be, appealed against. */
    deciderIds: uuid().array().notNull().default(sql`'{}'`),
    /** Who of the staff acts in the appeal; null for nobody, and where the player settled it. */
    appealStaffId: uuid().references(() => staff.id),
  },
  (table) => [
    check('letter_subject_known', oneOf('about_kind', LETTER_SUBJECTS)),
    check('letter_state_known', oneOf('state', LETTER_STATES)),
    check('letter_opener_known', oneOf('opened_by', LETTER_AUTHORS)),
    check('letter_subject_named', sql`(${table.aboutKind} = 'player') = (${table.aboutId} is null)`),
    check('letter_appeal_begun', sql`${table.appealStaffId} is null or ${table.appealedAt} is not null`),
    check('letter_appeal_of_another', sql`not (${table.appealStaffId} = any (${table.deciderIds}))`),
    // What is written about the same thing is one thread.
    uniqueIndex('one_open_letter_a_subject').on(table.aboutId).where(sql`${table.state} <> 'closed'`),
    uniqueIndex('one_appeal_a_subject').on(table.aboutId).where(sql`${table.appealedAt} is not null`),
    index('letters_of_player').on(table.playerId, table.id),
    index('letters_by_state').on(table.state, table.since, table.id),
    index('letters_by_kind').on(table.state, table.aboutKind, table.since, table.id),
    index('letters_of_staff').on(table.staffId, table.state, table.since, table.id),
    index('letters_appealed').on(table.state, table.since, table.id).where(sql`${table.appealedAt} is not null`),
  ],
)

/** What was written; rows are only added, and removed with their letter. */
export const letterMessages = pgTable(
  'letter_messages',
  {
    id: uuid().primaryKey(),
    letterId: uuid()
      .notNull()
      .references(() => letters.id),
    /** Whose letter it is in. */
    playerId: integer()
      .notNull()
      .references(() => players.id),
    author: text({ enum: LETTER_AUTHORS }).notNull(),
    /** Who of the staff wrote it; null for players, and for the command line. */
    staffId: uuid().references(() => staff.id),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    text: text().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    check('message_author_known', oneOf('author', LETTER_AUTHORS)),
    check('message_kind_known', oneOf('kind', MESSAGE_KINDS)),
    check('message_of_staff', sql`${table.author} = 'shop' or ${table.staffId} is null`),
    index('letter_messages_of_letter').on(table.letterId, table.id),
    index('letter_messages_of_player').on(table.playerId, table.id),
  ],
)

/** Pictures of both sides, as the site encoded them; one that is not yet in a message is removed after a day. */
export const letterPictures = pgTable(
  'letter_pictures',
  {
    id: uuid().primaryKey(),
    playerId: integer()
      .notNull()
      .references(() => players.id),
    letterId: uuid().references(() => letters.id),
    /** Without a foreign key: pictures are removed before their messages, and one of the staff that is not sent yet names its member here. */
    messageId: uuid(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** WebP. */
    bytes: bytes().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    check('picture_in_message', sql`(${table.letterId} is null) = (${table.messageId} is null)`),
    index('letter_pictures_of_letter').on(table.letterId),
    index('letter_pictures_of_player').on(table.playerId, table.id),
  ],
)
