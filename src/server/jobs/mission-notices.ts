// Looks after the missions of whoever has played: some moments later, and once for everything that was played until then.
import type { SiteEvents } from '../events.ts'
import type { MissionNotices } from '../services/mission-notices.ts'
import { REVEAL_MS } from '../services/reveal.ts'

export interface MissionNoticesJob {
  /** Begins to listen to what is played. */
  start(): void
  /** Ends it, and waits for a look that is under way. What was not looked at yet is with the player's next game. */
  stop(): Promise<void>
}

export interface MissionNoticesJobParts {
  readonly notices: MissionNotices
  readonly events: SiteEvents
  readonly log: { error(fields: object, message: string): void }
}

/** The job; it stands still until it is started. */
export function createMissionNoticesJob({ notices, events, log }: MissionNoticesJobParts): MissionNoticesJob {
  const waiting = new Map<number, NodeJS.Timeout>()
  const looking = new Set<Promise<void>>()

  async function look(playerId: number): Promise<void> {
    waiting.delete(playerId)
    try {
      await notices.look(playerId)
    } catch (error) {
      log.error({ err: error, player: playerId }, 'the missions of a player could not be looked at')
    }
  }

  function played(playerId: number): void {
    if (waiting.has(playerId)) return
    const begin = (): void => {
      const run = look(playerId).finally(() => looking.delete(run))
      looking.add(run)
    }
    waiting.set(playerId, setTimeout(begin, REVEAL_MS))
  }

  // Spending moves the balance and the experience; what stakes items alone is known by what it wins.
  const onBalance = ({ playerId, exp }: { playerId: number; exp?: number }): void => {
    if (exp !== undefined) played(playerId)
  }
  const onDrops = (drops: readonly { user: { id: number } }[]): void => {
    for (const id of new Set(drops.map(({ user }) => user.id))) played(id)
  }

  return {
    start: () => {
      events.on('balance', onBalance)
      events.on('drops', onDrops)
    },
    stop: async () => {
      events.off('balance', onBalance)
      events.off('drops', onDrops)
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      await Promise.all(looking)
    },
  }
}
