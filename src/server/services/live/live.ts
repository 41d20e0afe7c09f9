// Live data for everyone: the newest drops, the best drops, and how often each game was played.
import { BEST_DROP_PRICE, LIVE_DROPS } from '../../../game/base/economy-everywhere.ts'
import { COUNTED_GAMES, GAMES } from '../../../game/base/games.ts'
import type { LiveReply, Statistic } from '../../../protocol/live.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Database } from '../../db/database.ts'
import { readSnapshot, SNAPSHOT, type SnapshotContains } from '../../db/snapshot.ts'
import { type DropRow, dropOf, SELECT_DROPS } from '../rolls/drops.ts'

const NEWEST = {
  name: 'live-all',
  text: `${SELECT_DROPS} where items.source <> 'replacement' order by items.id desc limit ${LIVE_DROPS}`,
}
const BEST = {
  name: 'live-best',
  text: `${SELECT_DROPS} where items.price >= ${BEST_DROP_PRICE} and items.source <> 'replacement' order by items.id desc limit ${LIVE_DROPS}`,
}

export interface Live {
  feed(): Promise<LiveReply>
  statistic(): Statistic
  /** Counts again, because events of other instances may have been lost. */
  recount(): Promise<void>
}

const COUNTERS = COUNTED_GAMES.map((game) => GAMES[game].counter)

const SUMS = COUNTERS.map((counter) => `coalesce(sum(${counter}), 0) as ${counter}`).join(', ')

/** Returns statistics whose every field is counted by `count`. */
function statisticOf(count: (counter: keyof Statistic) => number): Statistic {
  const games = Object.fromEntries(COUNTERS.map((counter) => [counter, count(counter)])) as Omit<Statistic, 'users'>
  return { users: count('users'), ...games }
}

/** Sums the counters of accounts, because counting rolls would cost more every day; the ledger check compares the two. */
const COUNT = {
  name: 'live-count',
  text: `
select (select count(*) from players) as users, ${SUMS}, ${SNAPSHOT} as snapshot
from accounts`,
}

type CountRow = Record<keyof Statistic, string | number> & { readonly snapshot: string }

interface Reading {
  readonly counted: Statistic
  /** Tells whether the count contains a transaction. */
  readonly sees: SnapshotContains
}

async function countAll(db: Database): Promise<Reading> {
  const [row] = await db.run<CountRow>(COUNT, [])
  if (row === undefined) throw new Error('Counting returned nothing')
  const { snapshot, ...counts } = row
  return { counted: statisticOf((counter) => Number(counts[counter])), sees: readSnapshot(snapshot) }
}

/**
 * Shares one read among callers that ask at the same moment. The read begins after the question, so that no caller gets an older
 * answer: a page that comes back after a gap asks what it missed, and after a restart all of them do.
 */
function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    next ??= running.then(() => {
      next = null
      const reading = read()
      running = reading.catch(() => undefined)
      return reading
    })
    return next
  }
}

interface CounterEvent {
  readonly counter: keyof Statistic
  readonly times: number
  readonly transaction: string
}

/** Counters that are counted on demand and incremented by events in between. */
interface Counters {
  record(event: CounterEvent): void
  statistic(): Statistic
  recount(): Promise<void>
}

/**
 * Makes the counters, not counted yet. A transaction that a count has seen is not added to it: an event may arrive after the
 * count that contains its transaction. Events that arrive during a count are kept until its snapshot is known.
 */
function createCounters(db: Database): Counters {
  let reading: Reading = { counted: statisticOf(() => 0), sees: () => true }
  let meanwhile: CounterEvent[] | null = null
  const add = ({ counted, sees }: Reading, { counter, times, transaction }: CounterEvent): void => {
    if (!sees(transaction)) counted[counter] += times
  }
  return {
    record: (event) => {
      add(reading, event)
      meanwhile?.push(event)
    },
    statistic: () => ({ ...reading.counted }),
    // One at a time: an older count must not replace a newer one.
    recount: singleFlight(async () => {
      const events: CounterEvent[] = []
      meanwhile = events
      try {
        const fresh = await countAll(db)
        for (const event of events) add(fresh, event)
        reading = fresh
      } finally {
        meanwhile = null
      }
    }),
  }
}

/**
 * Makes the feed and the counters over a database. The counters are counted once and then incremented by events of this and other
 * instances: counting for every visitor would cost more with every drop.
 */
export async function createLive(deps: { db: Database; events: SiteEvents }): Promise<Live> {
  const { record, statistic, recount } = createCounters(deps.db)
  for (const place of [deps.events, deps.events.remote]) {
    place.on('played', (game, times, transaction) => record({ counter: GAMES[game].counter, times, transaction }))
    place.on('joined', (transaction) => record({ counter: 'users', times: 1, transaction }))
  }
  await recount()
  return {
    feed: singleFlight(async () => {
      const [all, best] = await Promise.all([deps.db.run<DropRow>(NEWEST, []), deps.db.run<DropRow>(BEST, [])])
      return { all: all.map(dropOf), best: best.map(dropOf) }
    }),
    statistic,
    recount,
  }
}
