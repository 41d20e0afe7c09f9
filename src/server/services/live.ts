// What everyone sees: the newest drops, the best of them, and how often each game was played.
import { sql } from 'drizzle-orm'
import type { LiveReply, Statistic } from '../../contract/live.ts'
import type { Database } from '../db/database.ts'
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

async function countAll(db: Database): Promise<Statistic> {
  const { rows } = (await db.queries.execute(sql`
    select (select count(*) from players where not house) as users,
      count(*) filter (where game = 'case') as cases,
      count(*) filter (where game = 'upgrade') as upgrades,
      count(*) filter (where game = 'contract') as contracts
    from rolls`)) as unknown as { rows: Record<keyof Statistic, string | number>[] }
  const row = rows[0]
  if (row === undefined) throw new Error('Counting answered nothing')
  return {
    users: Number(row.users),
    cases: Number(row.cases),
    upgrades: Number(row.upgrades),
    contracts: Number(row.contracts),
  }
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

/**
 * The feed and the counters over a database. The counters are counted once, and kept by what the services tell, here and at other
 * instances: counting again for every visitor would cost more with every drop.
 */
export async function createLive(deps: { db: Database; events: SiteEvents }): Promise<Live> {
  const counted = await countAll(deps.db)
  for (const place of [deps.events, deps.events.elsewhere]) {
    place.on('played', (game, count) => {
      counted[COUNTERS[game]] += count
    })
    place.on('joined', () => {
      counted.users += 1
    })
  }
  return {
    feed: shareReadings(async () => {
      const [all, best] = await Promise.all([deps.db.run<DropRow>(NEWEST, []), deps.db.run<DropRow>(BEST, [])])
      return { all: all.map(dropOf), best: best.map(dropOf) }
    }),
    statistic: () => ({ ...counted }),
    recount: async () => {
      Object.assign(counted, await countAll(deps.db))
    },
  }
}
