// Notifies players of completed missions. Games know nothing of missions: progress is counted some moments later, once for
// everything that was played in between.
import { and, eq, gte, inArray } from 'drizzle-orm'
import { MISSION_PERIODS, type Mission, type MissionGoal, type MissionPeriod } from '../../../game/rewards/rewards.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import type { SiteEvents } from '../../base/events.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { notifications, players } from '../../db/schema.ts'
import { isExcluded } from '../account/protection.ts'
import { storeNotification } from '../notices/notifications.ts'
import { prizeView } from '../rolls/prize-view.ts'
import { type MissionSpans, missionSpans, readMissionProgress } from './progress.ts'

export interface MissionNotifications {
  /** Notifies a player of each completed mission that they were not notified of in this period. Returns how many. */
  notifyDone(playerId: number): Promise<number>
}

export interface MissionNotificationsParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly events: SiteEvents
  readonly now: () => number
  readonly timeZone: string
}

const KINDS = {
  cases: 'missionCases',
  upgrades: 'missionUpgrades',
  contracts: 'missionContracts',
  spent: 'missionSpent',
} as const satisfies Record<MissionGoal, PlayerNotification['kind']>

const DAYS: Readonly<Record<MissionPeriod, number>> = { daily: 1, weekly: 7 }

/** Returns the notification of a mission; two missions of a period with the same goal and thresholds share one. */
function notificationOf(mission: Mission, spans: MissionSpans): PlayerNotification {
  const { id, reward, goal, count, period, ...thresholds } = mission
  const day = Number(spans[period].day.replaceAll('-', ''))
  const asked: PlayerNotification['amounts'] = goal === 'spent' ? { amount: count } : { done: count }
  return { kind: KINDS[goal], amounts: { ...thresholds, ...asked, days: DAYS[period], day }, link: '/missions' }
}

/** Identifies a notification by its kind and all its amounts, sorted: the database does not keep their order. */
function nameOf({ kind, amounts }: Pick<PlayerNotification, 'kind' | 'amounts'>): string {
  const named = Object.entries(amounts).map(([name, value]) => `${name}=${value}`)
  return [kind, ...named.toSorted()].join(' ')
}

/** Returns the missions notified since the longest period began; earlier notifications are about other periods. */
async function notifiedBefore(tx: Queries, playerId: number, spans: MissionSpans): Promise<ReadonlySet<string>> {
  const least = leastIdAt(Math.min(...MISSION_PERIODS.map((period) => spans[period].fromMs)))
  const rows = await tx
    .select({ kind: notifications.kind, amounts: notifications.amounts })
    .from(notifications)
    .where(
      and(
        eq(notifications.playerId, playerId),
        gte(notifications.id, least),
        inArray(notifications.kind, Object.values(KINDS)),
      ),
    )
  return new Set(rows.map(({ kind, amounts }) => nameOf({ kind: kind as PlayerNotification['kind'], amounts })))
}

/** The notification of a mission, and its reward. */
interface DueNotification {
  readonly notification: PlayerNotification
  readonly reward: PrizeView
}

interface Done {
  readonly due: readonly DueNotification[]
  readonly spans: MissionSpans
  readonly at: Date
}

async function storeNew(tx: Queries, playerId: number, { due, spans, at }: Done): Promise<DueNotification[]> {
  // One process at a time. Bots are not notified.
  const [player] = await tx
    .select({ house: players.house })
    .from(players)
    .where(eq(players.id, playerId))
    .for('no key update')
  if (player?.house !== false || (await isExcluded(tx, playerId, at))) return []
  const notified = await notifiedBefore(tx, playerId, spans)
  const fresh = new Map(due.map((one) => [nameOf(one.notification), one]))
  for (const name of notified) fresh.delete(name)
  for (const { notification } of fresh.values()) await storeNotification(tx, playerId, notification)
  return [...fresh.values()]
}

/** Makes the notifications of missions over a database and the operator's rewards. */
export function createMissionNotifications({
  db,
  catalogue,
  events,
  now,
  timeZone,
}: MissionNotificationsParts): MissionNotifications {
  return {
    notifyDone: async (playerId) => {
      const { missions } = catalogue().rewards
      const nowMs = now()
      const spans = missionSpans(nowMs, timeZone)
      const progress = await readMissionProgress(db.queries, playerId, missions, spans)
      const done = missions.filter((_, place) => progress[place]?.claimable === true)
      if (done.length === 0) return 0
      const due = done.map((mission) => ({
        notification: notificationOf(mission, spans),
        reward: prizeView(mission.reward),
      }))
      const stored = await db.transaction((tx) => storeNew(tx, playerId, { due, spans, at: new Date(nowMs) }))
      for (const told of stored) events.emit('notification', { playerId, ...told })
      return stored.length
    },
  }
}
