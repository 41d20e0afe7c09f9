// Publishes this instance's events to the others, and emits theirs on `events.remote`. Events for one player's sockets are not
// shared here: Socket.IO's adapter carries them to the player's instance.
import type { BattleCard } from '../../protocol/battle.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { type Batcher, createBatcher } from '../base/batcher.ts'
import type { SiteEventMap, SiteEvents } from '../base/events.ts'
import type { Bus } from '../redis/bus.ts'
import { mostValuable } from './broadcast-limit.ts'

const SHARED = ['joined', 'exclusion', 'signedOut', 'edition'] as const

/** Events that occur thousands of times a second are batched. */
const GATHERED_MS = 100

/** Sums the plays of a batch by game and transaction. */
function summedUp(all: readonly SiteEventMap['played'][]): readonly SiteEventMap['played'][] {
  const sums = new Map<string, SiteEventMap['played']>()
  for (const [game, count, transaction] of all) {
    const name = `${game} ${transaction}`
    sums.set(name, [game, count + (sums.get(name)?.[1] ?? 0), transaction])
  }
  return [...sums.values()]
}

function sharePlays({ events, bus }: { events: SiteEvents; bus: Bus }): Batcher<SiteEventMap['played']> {
  const plays = createBatcher<SiteEventMap['played']>(GATHERED_MS, (all) => bus.publish('plays', summedUp(all)))
  events.on('played', (...words) => plays.add([words]))
  bus.subscribe('plays', (all) => {
    for (const words of all as readonly SiteEventMap['played'][]) events.remote.emit('played', ...words)
  })
  return plays
}

function shareBattles({ events, bus }: { events: SiteEvents; bus: Bus }): Batcher<BattleCard> {
  const cards = createBatcher<BattleCard>(GATHERED_MS, (all) => bus.publish('battles', all))
  events.on('battleCards', (list) => cards.add(list))
  bus.subscribe('battles', (all) => void events.remote.emit('battleCards', all as readonly BattleCard[]))
  return cards
}

/** Starts sharing; returns a function that stops it. */
export function shareEvents(events: SiteEvents, bus: Bus): () => void {
  const drops = createBatcher<LiveDrop>(GATHERED_MS, (all) => bus.publish('drops', [mostValuable(all), null]))
  events.on('drops', (list) => drops.add(list))
  const plays = sharePlays({ events, bus })
  const battles = shareBattles({ events, bus })
  for (const name of SHARED) events.on(name, (...words: unknown[]) => bus.publish(name, words))
  for (const name of [...SHARED, 'drops'] as const) {
    // Both ends are ours; the bus has validated the envelope.
    bus.subscribe(name, (words) => events.remote.emit(name, ...(words as never)))
  }
  return () => {
    drops.stop()
    plays.stop()
    battles.stop()
  }
}
