// Everything that happened to a player, the newest first: the scans of each kind are merged, so that a page costs the same on a history of
// millions.
import { REPEATED_NOTICES, TIMELINE_KINDS, type TimelineKind } from '../../../game/office/timeline.ts'
import { TIMELINE_PAGE, type TimelineQuery, type TimelineReply } from '../../../protocol/office/timeline.ts'
import type { Database } from '../../db/database.ts'
import { type StoredEvent, withAuthors } from './authors.ts'
import { SOURCES, type Span } from './timeline-sources.ts'

/** What a page is made of is read at most so many times, where moments that are shared make rounds short. */
const READS_MOST = 20

/** Far enough from now that every id is before it. */
const LAST_MS = 2 ** 47

/** Events, and where the next ones begin. */
interface Round extends Pick<TimelineReply, 'before'> {
  readonly events: readonly StoredEvent[]
}

/** Reads one round: the newest events before a moment, whole moments only. `before` is where the next round begins. */
async function readRound(db: Database, span: Span, kinds: readonly TimelineKind[]): Promise<Round> {
  const sources = kinds.flatMap((kind) => SOURCES[kind])
  const read = await Promise.all(sources.map((source) => source(db, { ...span, most: span.most + 1 })))
  // Beyond the last event of a source that has more, others may be missing between its events.
  const horizons = read.filter((events) => events.length > span.most).map((events) => events.at(-1)?.at ?? 0)
  const horizon = Math.max(...horizons, Number.NEGATIVE_INFINITY)
  const all = read.flat()
  const whole = all.filter(({ at }) => at > horizon)
  // More than a page of one moment: no call makes that many.
  const known = whole.length > 0 ? whole : all.filter(({ at }) => at === horizon)
  const sorted = known.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
  const last = sorted[span.most - 1]?.at ?? horizon
  const events = sorted.filter(({ at }) => at >= last)
  const hasMore = events.length < known.length || horizon > Number.NEGATIVE_INFINITY
  return { events, before: hasMore ? (events.at(-1)?.at ?? horizon) : null }
}

/** Kinds whose events never have an amount: a least amount leaves all of them out. */
const WITHOUT_AMOUNT: readonly TimelineKind[] = ['signIn', 'notice', 'ban', 'act']

/** Events that a round reads where a least amount leaves most of them out: a few large rounds cost less than many small ones. */
const ROUND_OF_AMOUNTS = 500

/** So many rounds of those at most: then the reader is asked to go on. */
const AMOUNT_READS_MOST = 4

/** Cuts what rounds found to a page. Events of its last moment stay together. */
function firstPage({ events, before }: Round): Round {
  const last = events[TIMELINE_PAGE - 1]?.at
  if (last === undefined || events.at(-1)?.at === last) return { events, before }
  return { events: events.filter(({ at }) => at >= last), before: last }
}

/** Tells whether an event has the least amount that is asked for. */
const isEnough = ({ amount }: StoredEvent, least: number | undefined): boolean =>
  least === undefined || (amount !== null && Math.abs(amount) >= least)

const REPEATED: ReadonlySet<string> = new Set(REPEATED_NOTICES.map((kind) => `notice.${kind}`))

/** Tells whether another event of the list says the same. */
const isRepeated = ({ what }: StoredEvent): boolean => REPEATED.has(what)

/**
 * Returns a page of what happened to a player.
 *
 * @param query which kinds, which period, the least amount, and where the page begins
 */
export async function timeline(db: Database, playerId: number, query: TimelineQuery): Promise<TimelineReply> {
  const { kinds: wanted = TIMELINE_KINDS, from = 0, to = LAST_MS, least } = query
  const kinds = least === undefined ? wanted : wanted.filter((kind) => !WITHOUT_AMOUNT.includes(kind))
  const isMixed = query.kinds === undefined
  if (kinds.length === 0) return { events: [], before: null }
  const [most, readsMost] = least === undefined ? [TIMELINE_PAGE, READS_MOST] : [ROUND_OF_AMOUNTS, AMOUNT_READS_MOST]
  const events: StoredEvent[] = []
  let before: number | null = Math.min(to, query.before ?? LAST_MS)
  for (let reads = 0; reads < readsMost && before !== null && events.length < TIMELINE_PAGE; reads++) {
    const round: Round = await readRound(db, { playerId, from, before, most }, kinds)
    events.push(...round.events.filter((event) => isEnough(event, least) && !(isMixed && isRepeated(event))))
    before = round.before
  }
  const page = firstPage({ events, before })
  return { ...page, events: await withAuthors(db.queries, playerId, page.events) }
}
