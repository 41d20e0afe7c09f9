// Missions: their periods, and a player's progress.

import { dayOf, type Span, weekOf } from '../base/site-time.ts'
import type { Mission, MissionPeriod } from './rewards.ts'

/**
 * Returns the period of a mission at a time.
 *
 * @param atMs milliseconds since 1970
 * @param zone of the site
 */
export function missionSpan(period: MissionPeriod, atMs: number, zone: string): Span {
  return period === 'daily' ? dayOf(atMs, zone) : weekOf(atMs, zone)
}

/** A player's progress in a mission. */
export interface MissionProgress {
  /** A count or an amount in cents; never more than the mission's count. */
  readonly progress: number
  readonly claimed: boolean
  /** Completed, and not claimed yet. */
  readonly claimable: boolean
}

/**
 * Returns a player's progress in a mission.
 *
 * @param done what counts for it since its period began
 * @param claimed whether its reward was claimed in this period
 */
export function missionProgress({ count }: Pick<Mission, 'count'>, done: number, claimed: boolean): MissionProgress {
  // A claimed mission stays complete, even if the operator raises its count.
  const progress = claimed ? count : Math.max(0, Math.min(count, done))
  return { progress, claimed, claimable: !claimed && progress >= count }
}
