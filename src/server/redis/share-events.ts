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

/** Plays since the last telling, summed up by game. */
function sharePlays({ events, bus }: { events: SiteEvents; bus: Bus }): Gathering<EventWords['played']> {
  const plays = createGathering<EventWords['played']>(GATHERED_MS, (all) => {
    for (const game of ['case', 'upgrade', 'contract'] as const) {
      const count = all.reduce((sum, [played, times]) => sum + (played === game ? times : 0), 0)
      if (count > 0) bus.tell('played', [game, count])
    }
  })
  events.on('played', (...words) => plays.add([words]))
  return plays
}

/** Begins to share; answers what ends it. */
export function shareEvents(events: SiteEvents, bus: Bus): () => void {
  const drops = createGathering<LiveDrop>(GATHERED_MS, (all) => bus.tell('drops', [foremost(all)]))
  events.on('drops', (list) => drops.add(list))
  const plays = sharePlays({ events, bus })
  for (const name of TOLD) events.on(name, (...words: unknown[]) => bus.tell(name, words))
  for (const name of [...TOLD, 'drops', 'played'] as const) {
    // Both ends are ours; the bus has read the envelope.
    bus.hear(name, (words) => events.elsewhere.emit(name, ...(words as never)))
  }
  return () => {
    drops.stop()
    plays.stop()
  }
}
