// Hands what happens here to the other instances, and what they tell to `events.elsewhere`. What goes to one player's sockets is
// not told here: Socket.IO's adapter carries that to whichever instance he is connected to.
import type { LiveDrop } from '../../contract/live.ts'
import type { EventWords, SiteEvents } from '../events.ts'
import { foremost } from '../realtime/foremost.ts'
import { createGathering, type Gathering } from '../realtime/gathering.ts'
import type { Bus } from './bus.ts'

const TOLD = ['joined', 'exclusion', 'signedOut', 'catalogue'] as const

/** What comes thousands of times a second travels together. */
const GATHERED_MS = 100

/** Plays since the last telling, those of a game in one transaction summed up. */
function summedUp(all: readonly EventWords['played'][]): readonly EventWords['played'][] {
  const sums = new Map<string, EventWords['played']>()
  for (const [game, count, transaction] of all) {
    const name = `${game} ${transaction}`
    sums.set(name, [game, count + (sums.get(name)?.[1] ?? 0), transaction])
  }
  return [...sums.values()]
}

function sharePlays({ events, bus }: { events: SiteEvents; bus: Bus }): Gathering<EventWords['played']> {
  const plays = createGathering<EventWords['played']>(GATHERED_MS, (all) => bus.tell('plays', summedUp(all)))
  events.on('played', (...words) => plays.add([words]))
  bus.hear('plays', (all) => {
    for (const words of all as readonly EventWords['played'][]) events.elsewhere.emit('played', ...words)
  })
  return plays
}

/** Begins to share; answers what ends it. */
export function shareEvents(events: SiteEvents, bus: Bus): () => void {
  const drops = createGathering<LiveDrop>(GATHERED_MS, (all) => bus.tell('drops', [foremost(all)]))
  events.on('drops', (list) => drops.add(list))
  const plays = sharePlays({ events, bus })
  for (const name of TOLD) events.on(name, (...words: unknown[]) => bus.tell(name, words))
  for (const name of [...TOLD, 'drops'] as const) {
    // Both ends are ours; the bus has read the envelope.
    bus.hear(name, (words) => events.elsewhere.emit(name, ...(words as never)))
  }
  return () => {
    drops.stop()
    plays.stop()
  }
}
