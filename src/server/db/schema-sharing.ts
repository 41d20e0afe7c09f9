// The tables of what players show to others: shared results and overlays. Each has an unguessable token that the player may revoke.
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { players } from './schema.ts'

const now = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const owner = () => integer().references(() => players.id)

/** Results that players have published, each under its own token. */
export const shares = pgTable(
  'shares',
  {
    token: text().primaryKey(),
    rollId: uuid().notNull().unique(),
    playerId: owner().notNull(),
    at: now(),
  },
  (table) => [index('shares_of_player').on(table.playerId)],
)

/** The overlay of a player's stream: its token, and when its sums began. */
export const overlays = pgTable('overlays', {
  playerId: owner().primaryKey(),
  token: text().notNull().unique(),
  since: now(),
})
