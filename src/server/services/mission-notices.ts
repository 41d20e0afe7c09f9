// Tells players of missions that they have done. Games know nothing of missions: what was played is counted some moments later, once
// for everything that was played in between.
import { and, eq, gte, inArray } from 'drizzle-orm'
import { MISSION_PERIODS, type Mission, type MissionGoal, type MissionPeriod } from '../../game/rewards.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database, Queries } from '../db/database.ts'
import { notifications, players } from '../db/schema.ts'
import type { SiteEvents } from '../events.ts'
import { leastIdAt } from '../ids.ts'
import { type MissionSpans, missionSpans, missionStandings } from './mission-progress.ts'
import { keepNotice, type Notice } from './notifications.ts'
import { isExcluded } from './protection.ts'

export interface MissionNotices {
  /** Tells a player of each mission that is done and was not told in this period. Answers how many were told. */
  look(playerId: number): Promise<number>
}

export interface MissionNoticesParts {
  readonly db: Database
  readonly catalogue: () => HeldCatalogue
  readonly events: SiteEvents
  readonly now: () => number
  readonly timeZone: string
}

const KINDS = {
  cases: 'missionCases',
  upgrades: 'missionUpgrades',
  contracts: 'missionContracts',
  spent: 'missionSpent',
} as const satisfies Record<MissionGoal, Notice['kind']>

const DAYS: Readonly<Record<MissionPeriod, number>> = { daily: 1, weekly: 7 }

/** What is told of a mission; two of the same period that ask for the same are told as one. */
function noticeOf({ goal, count, period }: Mission, spans: MissionSpans): Notice {
  const day = Number(spans[period].day.replaceAll('-', ''))
  const asked: Notice['amounts'] = goal === 'spent' ? { amount: count } : { done: count }
  return { kind: KINDS[goal], amounts: { ...asked, days: DAYS[period], day }, link: '/missions' }
}

const nameOf = ({ kind, amounts: { amount, done, days, day } }: Pick<Notice, 'kind' | 'amounts'>): string =>
  [kind, amount ?? done, days, day].join(' ')

/** What was told of missions since the longest of the periods began: what was told before is about others. */
async function toldBefore(tx: Queries, playerId: number, spans: MissionSpans): Promise<ReadonlySet<string>> {
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
  return new Set(rows.map(({ kind, amounts }) => nameOf({ kind: kind as Notice['kind'], amounts })))
}

interface Done {
  readonly notices: readonly Notice[]
  readonly spans: MissionSpans
  readonly at: Date
}

async function keepNew(tx: Queries, playerId: number, { notices, spans, at }: Done): Promise<Notice[]> {
  // One at a time, however many processes look. Programs have nobody to tell.
  const [player] = await tx
    .select({ house: players.house })
    .from(players)
    .where(eq(players.id, playerId))
    .for('no key update')
  if (player?.house !== false || (await isExcluded(tx, playerId, at))) return []
  const told = await toldBefore(tx, playerId, spans)
  const fresh = new Map(notices.map((notice) => [nameOf(notice), notice]))
  for (const name of told) fresh.delete(name)
  for (const notice of fresh.values()) await keepNotice(tx, playerId, notice)
  return [...fresh.values()]
}

/** The notices of missions over a database and what the operator has set. */
export function createMissionNotices({ db, catalogue, events, now, timeZone }: MissionNoticesParts): MissionNotices {
  return {
    look: async (playerId) => {
      const { missions } = catalogue().rewards
      const nowMs = now()
      const spans = missionSpans(nowMs, timeZone)
      const standings = await missionStandings(db.queries, playerId, missions, spans)
      const done = missions.filter((_, place) => standings[place]?.claimable === true)
      if (done.length === 0) return 0
      const notices = done.map((mission) => noticeOf(mission, spans))
      const kept = await db.transaction((tx) => keepNew(tx, playerId, { notices, spans, at: new Date(nowMs) }))
      for (const notice of kept) events.emit('notice', { playerId, notice })
      return kept.length
    },
  }
}
