// Publishes the days that are over, in their order: each is counted, signed, chained to the day before and stored for good.
import { desc, sql } from 'drizzle-orm'
import { addDays, type Day, dayAt, startOfDay } from '../../../game/base/site-time.ts'
import { FIRST_PREVIOUS, linkText } from '../../../game/transparency/chain.ts'
import { DAY_FORMAT, type PublishedDay, textOfDay } from '../../../game/transparency/day.ts'
import { timeOfId } from '../../base/ids.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { publishedDays } from '../../db/schema-transparency.ts'
import { countFigures } from './figures.ts'
import { readGiftState } from './gift-state.ts'
import { readLedgerRows } from './ledger-rows.ts'
import { readOddsOfDay } from './odds.ts'
import { sha256 } from './sha-256.ts'
import type { SigningKey } from './signing-key.ts'

const MINUTE_MS = 60_000

/** What began before midnight is written by then, even after retries. */
const GRACE_MS = 10 * MINUTE_MS

/** A state that is read later than this after the end of a day is not that day's. */
const STATE_MS = 24 * 60 * MINUTE_MS

export interface PublishingParts {
  readonly db: Database
  readonly now: () => number
  readonly timeZone: string
  readonly mode: 'sandbox' | 'live'
  readonly key: SigningKey
  /** The share of margin that pays own gifts, in percent. */
  readonly ownPercent: () => number
}

interface NextDay {
  readonly day: Day
  readonly sequence: number
  readonly from: number
  readonly to: number
  /** Null for the first day. */
  readonly previous: string | null
}

/** Returns the day that follows the last published one, or the first with a transfer; null where there is none. */
async function readNextDay(tx: Queries, zone: string): Promise<NextDay | null> {
  const [last] = await tx.select().from(publishedDays).orderBy(desc(publishedDays.sequence)).limit(1)
  if (last === undefined) {
    const [first] = await queryRows<{ id: string }>(tx, sql`select id from transfers order by id limit 1`)
    if (first === undefined) return null
    const day = dayAt(timeOfId(first.id), zone)
    return { day, sequence: 1, from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone), previous: null }
  }
  const { to: from } = JSON.parse(last.text) as PublishedDay
  // A changed time zone makes one day longer or shorter, and skips no moment.
  const today = dayAt(from, zone)
  const day = today > last.day ? today : addDays(last.day, 1)
  return { day, sequence: last.sequence + 1, from, to: startOfDay(addDays(day, 1), zone), previous: last.hash }
}

async function publishNext(tx: Queries, parts: PublishingParts, isChecked: boolean): Promise<NextDay | null> {
  const { now, timeZone, mode, key, ownPercent } = parts
  const next = await readNextDay(tx, timeZone)
  if (next === null || next.to + GRACE_MS > now()) return null
  const { day, sequence, from, to, previous } = next
  const figures = await countFigures(tx, next, ownPercent())
  const state = now() < to + STATE_MS ? await readGiftState(tx, ownPercent()) : null
  const { transfers, digest, rows } = await readLedgerRows(tx, next)
  const published: PublishedDay = {
    format: DAY_FORMAT,
    ...{ day, sequence, from, to, mode, isChecked },
    published: now(),
    key: key.publicKey,
    ...figures,
    gifts: { ...figures.gifts, state },
    odds: await readOddsOfDay(tx, next, previous === null),
    ledger: { transfers, digest },
  }
  const text = textOfDay(published)
  const hash = sha256(linkText({ previous: previous ?? FIRST_PREVIOUS, text }))
  await tx.insert(publishedDays).values({ day, sequence, previous, text, hash, signature: key.sign(hash), rows })
  return next
}

export interface Publishing {
  /**
   * Publishes every day that is over and not published yet.
   *
   * @param isChecked true when the ledger was recomputed, and right, just before
   * @param goesOn awaited between two days; false ends the work early
   * @returns the days that were published
   */
  publishDue(isChecked: boolean, goesOn: () => Promise<boolean>): Promise<Day[]>
}

/** Makes the publishing. Of two instances that publish a day at once, the keys of the table let one. */
export function createPublishing(parts: PublishingParts): Publishing {
  return {
    publishDue: async (isChecked, goesOn) => {
      const days: Day[] = []
      do {
        const published = await parts.db.transaction(async (tx) => {
          await tx.execute('set local statement_timeout = 0')
          return publishNext(tx, parts, isChecked)
        }, 'long')
        if (published === null) return days
        days.push(published.day)
      } while (await goesOn())
      return days
    },
  }
}
