// What everyone sees: the newest drops, the best of them, and how often each game was played.
import type { LiveReply, Statistic } from '../../contract/live.ts'
import type { Database } from '../db/database.ts'
import { type Sees, SNAPSHOT, seenBy } from '../db/snapshot.ts'
import type { SiteEvents } from '../events.ts'
import { type DropRow, dropOf, SELECT_DROPS } from './drops.ts'

const SHOWN = 10

const COUNTERS = { case: 'cases', upgrade: 'upgrades', contract: 'contracts' } as const

const NEWEST = {
  name: 'live-all',
  text: `${SELECT_DROPS} where items.source <> 'replacement' order by items.id desc limit ${SHOWN}`,
}
const BEST = {
  name: 'live-best',
  text: `${SELECT_DROPS} where items.price >= 2000 and items.source <> 'replacement' order by items.id desc limit ${SHOWN}`,
}

export interface Live {
  feed(): Promise<LiveReply>
  statistic(): Statistic
  /** Counts again what other instances may have done unheard. */
  recount(): Promise<void>
}

/** Games by what the accounts count: the rolls are more with every day, and the check of the ledger holds the two together. */
const COUNT = {
  name: 'live-count',
  text: `
select (select count(*) from players where not house) as users, coalesce(sum(cases), 0) as cases,
  coalesce(sum(upgrades), 0) as upgrades, coalesce(sum(contracts), 0) as contracts, ${SNAPSHOT} as snapshot
from accounts`,
}

type CountRow = Record<keyof Statistic, string | number> & { readonly snapshot: string }

interface Reading {
  readonly counted: Statistic
  /** Whether a transaction is in it. */
  readonly sees: Sees
}

async function countAll(db: Database): Promise<Reading> {
  const [row] = await db.run<CountRow>(COUNT, [])
  if (row === undefined) throw new Error('Counting answered nothing')
  const { users, cases, upgrades, contracts, snapshot } = row
  const counted = {
    users: Number(users),
    cases: Number(cases),
    upgrades: Number(upgrades),
    contracts: Number(contracts),
  }
  return { counted, sees: seenBy(snapshot) }
}

/**
 * Lets everyone who asks at the same moment share a reading. It begins after the question, so nobody is answered with what was there
 * before: a page that comes back after a gap asks what it missed, and after a restart all of them do.
 */
function shareReadings<T>(read: () => Promise<T>): () => Promise<T> {
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

interface Heard {
  readonly counter: keyof Statistic
  readonly times: number
  readonly transaction: string
}

/** Counts again when asked, and between that adds what it hears. */
interface Counters {
  hear(heard: Heard): void
  statistic(): Statistic
  recount(): Promise<void>
}

/**
 * The counters, which have not counted yet. What a count has seen is not added to it: events travel, and one of before a count may be
 * heard after it. What comes while it counts is kept until it is known what it has seen.
 */
function createCounters(db: Database): Counters {
  let reading: Reading = { counted: { users: 0, cases: 0, upgrades: 0, contracts: 0 }, sees: () => true }
  let meanwhile: Heard[] | null = null
  const add = ({ counted, sees }: Reading, { counter, times, transaction }: Heard): void => {
    if (!sees(transaction)) counted[counter] += times
  }
  return {
    hear: (heard) => {
      add(reading, heard)
      meanwhile?.push(heard)
    },
    statistic: () => ({ ...reading.counted }),
    // One at a time: an older count must not take the place of a newer one.
    recount: shareReadings(async () => {
      const heard: Heard[] = []
      meanwhile = heard
      try {
        const fresh = await countAll(db)
        for (const one of heard) add(fresh, one)
        reading = fresh
      } finally {
        meanwhile = null
      }
    }),
  }
}

/**
 * The feed and the counters over a database. The counters are counted once, and kept by what the services tell, here and at other
 * instances: counting again for every visitor would cost more with every drop.
 */
export async function createLive(deps: { db: Database; events: SiteEvents }): Promise<Live> {
  const { hear, statistic, recount } = createCounters(deps.db)
  for (const place of [deps.events, deps.events.elsewhere]) {
    place.on('played', (game, times, transaction) => hear({ counter: COUNTERS[game], times, transaction }))
    place.on('joined', (transaction) => hear({ counter: 'users', times: 1, transaction }))
  }
  await recount()
  return {
    feed: shareReadings(async () => {
      const [all, best] = await Promise.all([deps.db.run<DropRow>(NEWEST, []), deps.db.run<DropRow>(BEST, [])])
      return { all: all.map(dropOf), best: best.map(dropOf) }
    }),
    statistic,
    recount,
  }
}
