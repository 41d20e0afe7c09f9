// Checks the missions of players after their games: some seconds later, once for all games until then.

import { REVEAL_DELAY_MS } from '../../game/base/economy-everywhere.ts'
import type { SiteEvents } from '../base/events.ts'
import type { MissionNotifications } from '../services/missions/notifications.ts'

export interface MissionNotificationsJob {
  /** Starts listening to games. */
  start(): void
  /** Stops, and waits for checks that are running. Games that were not checked are checked after the player's next game. */
  stop(): Promise<void>
}

export interface MissionNotificationsJobParts {
  readonly notifications: MissionNotifications
  readonly events: SiteEvents
  readonly log: { error(fields: object, message: string): void }
}

/** Makes the job, not started. */
export function createMissionNotificationsJob({
  notifications,
  events,
  log,
}: MissionNotificationsJobParts): MissionNotificationsJob {
  const waiting = new Map<number, NodeJS.Timeout>()
  const checks = new Set<Promise<void>>()

  async function checkMissions(playerId: number): Promise<void> {
    waiting.delete(playerId)
    try {
      await notifications.notifyDone(playerId)
    } catch (error) {
      log.error({ err: error, player: playerId }, 'the missions of a player could not be checked')
    }
  }

  function scheduleCheck(playerId: number): void {
    if (waiting.has(playerId)) return
    const begin = (): void => {
      const run = checkMissions(playerId).finally(() => checks.delete(run))
      checks.add(run)
    }
    waiting.set(playerId, setTimeout(begin, REVEAL_DELAY_MS))
  }

  // Spending changes balance and experience; a game that stakes only items is known by its drop.
  const onBalance = ({ playerId, exp }: { playerId: number; exp?: number }): void => {
    if (exp !== undefined) scheduleCheck(playerId)
  }
  const onDrops = (_: unknown, playerId: number | null): void => {
    if (playerId !== null) scheduleCheck(playerId)
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
      await Promise.all(checks)
    },
  }
}
