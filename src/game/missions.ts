// Missions: which period each is in, and how far a player has come in it.
import type { Mission, MissionPeriod } from './rewards.ts'
import { dayOf, type Span, weekOf } from './site-time.ts'

/**
 * The period of a mission that holds a moment.
 *
 * @param atMs milliseconds since 1970
 * @param zone of the site
 */
export function missionSpan(period: MissionPeriod, atMs: number, zone: string): Span {
  return period === 'daily' ? dayOf(atMs, zone) : weekOf(atMs, zone)
}

/** Where a player stands with a mission. */
export interface MissionStanding {
  /** How often, or how many cents; never more than the mission asks for. */
  readonly progress: number
  readonly claimed: boolean
  /** Done, and not claimed yet. */
  readonly claimable: boolean
}

/**
 * Where a player stands with a mission.
 *
 * @param done what counts for it since its period began
 * @param claimed whether its reward was taken in this period
 */
export function missionStanding({ count }: Pick<Mission, 'count'>, done: number, claimed: boolean): MissionStanding {
  // What was given stays given, whatever the operator asks for since.
  const progress = claimed ? count : Math.max(0, Math.min(count, done))
  return { progress, claimed, claimable: !claimed && progress >= count }
}
