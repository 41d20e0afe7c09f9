// Broadcasts to every visitor of this instance: new drops, changed counters, the online count.
import { LIVE_DROPS } from '../../game/base/economy-everywhere.ts'
import type { BattleCard } from '../../protocol/battle.ts'
import type { LiveDrop, Statistic } from '../../protocol/live.ts'
import { createBatcher } from '../base/batcher.ts'
import { mostValuable } from './broadcast-limit.ts'
import { type BoostSource, createOnlineBoost } from './online-boost.ts'
import { type Io, LOBBY_ROOM } from './rooms.ts'

/** Five `live` messages a second at most. */
const LIVE_EVERY_MS = 200
const STATISTIC_EVERY_MS = 1_000
/** Four `battles` messages a second at most. */
const BATTLES_EVERY_MS = 250
/** Battles in one message: more than a page of the lobby shows. */
const BATTLES_PER_MESSAGE = 40

export interface BroadcastOptions extends BoostSource {
  /** Connections at other instances. */
  remoteOnline?(): number
}

export interface Broadcast {
  /** Sends new drops, oldest first, batched; a client that cannot receive them now never gets them. */
  publishDrops(drops: readonly LiveDrop[]): void
  /** Returns the ids of the drops that were published last, as many as the strip shows. */
  newestDrops(): readonly string[]
  /** Sends changed counters, batched. */
  publishStatistic(part: Partial<Statistic>): void
  /** Sends changed battles to pages that show the lobby, batched: of each battle the last change. */
  publishBattles(cards: readonly BattleCard[]): void
  /** Sends the online count when it has changed. */
  publishOnline(): void
  /** Open connections at this instance, without the boost that the counter shows. */
  onlineCount(): number
  /** How many batches of drops were sent. */
  liveCount(): number
  stop(): void
}

/** Makes the broadcasts. A new connection receives the online count at once; everything else is sent on request. */
export function createBroadcast(io: Io, options: BroadcastOptions): Broadcast {
  const boost = createOnlineBoost(options)
  const onlineCount = (): number => io.of('/').sockets.size
  const shown = (): number => onlineCount() + (options.remoteOnline?.() ?? 0) + boost()
  let told = 0
  let live = 0
  let newest: readonly string[] = []

  io.on('connection', (socket) => {
    socket.emit('online', shown())
  })

  const drops = createBatcher<LiveDrop>(LIVE_EVERY_MS, (all) => {
    live++
    io.local.volatile.emit('live', { item: { all: mostValuable(all) } })
  })
  const statistics = createBatcher<Partial<Statistic>>(STATISTIC_EVERY_MS, (parts) => {
    io.local.emit('stats', { live: Object.assign({}, ...parts) as Partial<Statistic> })
  })

  const battles = createBatcher<BattleCard>(BATTLES_EVERY_MS, (cards) => {
    const last = [...new Map(cards.map((card) => [card.id, card])).values()]
    io.local.to(LOBBY_ROOM).emit('battles', { battles: last.slice(0, BATTLES_PER_MESSAGE) })
    // The others follow with the next message.
    if (last.length > BATTLES_PER_MESSAGE) battles.add(last.slice(BATTLES_PER_MESSAGE))
  })

  return {
    publishBattles: (cards) => battles.add(cards),
    publishDrops(list) {
      newest = [...newest, ...list.map(({ id }) => id)].slice(-LIVE_DROPS)
      drops.add(list)
    },
    newestDrops: () => newest,
    publishStatistic: (part) => statistics.add([part]),
    publishOnline() {
      if (shown() === told) return
      told = shown()
      io.local.emit('online', told)
    },
    onlineCount,
    liveCount: () => live,
    stop() {
      drops.stop()
      battles.stop()
      statistics.stop()
    },
  }
}
