// What every visitor at this instance hears: new drops, changed counters, and how many are online.
import type { LiveDrop, Statistic } from '../../contract/live.ts'
import { foremost } from './foremost.ts'
import { createGathering } from './gathering.ts'
import { type Chance, createOnlineBoost } from './online-boost.ts'
import type { Io } from './rooms.ts'

/** Five `live` messages a second at most. */
const LIVE_EVERY_MS = 200
const STATISTIC_EVERY_MS = 1_000

export interface BroadcastOptions extends Chance {
  /** Connections at other instances. */
  onlineElsewhere?(): number
}

export interface Broadcast {
  /** New drops, oldest first, gathered; a client that cannot take them right now never hears of them. */
  publishDrops(drops: readonly LiveDrop[]): void
  /** Changed counters, gathered. */
  publishStatistic(part: Partial<Statistic>): void
  /** Tells how many are online, where that has changed since it was told. */
  tellOnline(): void
  /** Open connections at this instance, without the boost that the counter shows. */
  onlineCount(): number
  /** How many gathered messages of drops there were. */
  liveCount(): number
  stop(): void
}

/** Whoever comes is told how many are online at once; all else is told when it is told to be. */
export function createBroadcast(io: Io, options: BroadcastOptions): Broadcast {
  const boost = createOnlineBoost(options)
  const onlineCount = (): number => io.of('/').sockets.size
  const shown = (): number => onlineCount() + (options.onlineElsewhere?.() ?? 0) + boost()
  let told = 0
  let live = 0

  io.on('connection', (socket) => {
    socket.emit('online', shown())
  })

  const drops = createGathering<LiveDrop>(LIVE_EVERY_MS, (all) => {
    live++
    io.local.volatile.emit('live', { item: { all: foremost(all) } })
  })
  const statistics = createGathering<Partial<Statistic>>(STATISTIC_EVERY_MS, (parts) => {
    io.local.emit('stats', { live: Object.assign({}, ...parts) as Partial<Statistic> })
  })

  return {
    publishDrops: (list) => drops.add(list),
    publishStatistic: (part) => statistics.add([part]),
    tellOnline() {
      if (shown() === told) return
      told = shown()
      io.local.emit('online', told)
    },
    onlineCount,
    liveCount: () => live,
    stop() {
      drops.stop()
      statistics.stop()
    },
  }
}
