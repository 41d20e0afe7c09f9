// What waits for a player to claim it, by the same rules as the claims themselves.
import { and, eq, gt, inArray, notExists } from 'drizzle-orm'
import type { ClaimMarks, RewardsReply } from '../../contract/rewards.ts'
import type { Settings } from '../../contract/settings.ts'
import { missingDeposit } from '../../game/free-case.ts'
import { dayOf, nightOf, type Span } from '../../game/site-time.ts'
import { socialLinks } from '../../game/social.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database, Queries } from '../db/database.ts'
import { calendarClaims, raffleEntries, raffles, wheelSpins } from '../db/schema-rewards.ts'
import { hasClaimed } from './bonuses.ts'
import { depositedIn, openedIn } from './free-case.ts'
import { missionSpans, missionStandings } from './mission-progress.ts'
import type { Protection } from './protection.ts'
import { kindsOpenTo } from './raffles.ts'

export interface RewardsService {
  /** What waits for a player, and until when that holds. Rewards are closed for whoever has excluded himself. */
  waitingFor(playerId: number): Promise<Omit<RewardsReply, 'success'>>
}

export interface RewardsParts {
  readonly db: Database
  readonly catalogue: () => HeldCatalogue
  readonly protection: Pick<Protection, 'exclusionOf'>
  readonly now: () => number
  readonly timeZone: string
  /** The operator's accounts; empty where there is none. */
  readonly social: Settings['social']
}

const NOTHING: ClaimMarks = { freeCase: 0, wheel: 0, calendar: 0, missions: 0, raffle: 0, social: 0 }

async function freeCasesOpen(queries: Queries, playerId: number, night: Span, held: HeldCatalogue): Promise<number> {
  const deposited = await depositedIn(queries, playerId, night, false)
  const reached = held.rewards.freeCases.filter((box) => missingDeposit(box, deposited) === 0)
  if (reached.length === 0) return 0
  const opened = await openedIn(queries, playerId, night)
  return reached.filter(({ tier }) => !opened.has(tier)).length
}

async function rafflesOpen(queries: Queries, playerId: number, nowMs: number): Promise<number> {
  const kinds = await kindsOpenTo(queries, playerId, nowMs)
  if (kinds.size === 0) return 0
  const own = queries
    .select({ id: raffleEntries.raffleId })
    .from(raffleEntries)
    .where(and(eq(raffleEntries.raffleId, raffles.id), eq(raffleEntries.playerId, playerId)))
  const isOpen = and(eq(raffles.state, 'open'), gt(raffles.closesAt, new Date(nowMs)))
  return queries.$count(raffles, and(isOpen, inArray(raffles.kind, [...kinds]), notExists(own)))
}

/** What can be claimed over a database and what the operator has set. */
export function createRewards(parts: RewardsParts): RewardsService {
  const { db, catalogue, protection, now, timeZone } = parts
  const { queries } = db
  const hasSocial = socialLinks(parts.social).length > 0

  async function marksOf(playerId: number, nowMs: number, today: Span, night: Span): Promise<ClaimMarks> {
    const held = catalogue()
    const freeSpins = and(eq(wheelSpins.playerId, playerId), eq(wheelSpins.freeDay, today.day))
    const claimsToday = and(eq(calendarClaims.playerId, playerId), eq(calendarClaims.day, today.day))
    const [freeCase, spins, claims, standings, raffle, social] = await Promise.all([
      freeCasesOpen(queries, playerId, night, held),
      queries.$count(wheelSpins, freeSpins),
      queries.$count(calendarClaims, claimsToday),
      missionStandings(queries, playerId, held.rewards.missions, missionSpans(nowMs, timeZone)),
      rafflesOpen(queries, playerId, nowMs),
      hasSocial ? hasClaimed(queries, playerId) : true,
    ])
    return {
      freeCase,
      wheel: spins === 0 ? 1 : 0,
      calendar: claims === 0 ? 1 : 0,
      missions: standings.filter(({ claimable }) => claimable).length,
      raffle,
      social: social ? 0 : 1,
    }
  }

  return {
    waitingFor: async (playerId) => {
      const nowMs = now()
      const [today, night] = [dayOf(nowMs, timeZone), nightOf(nowMs, timeZone)]
      const isClosed = (await protection.exclusionOf(playerId)) !== null
      return {
        marks: isClosed ? NOTHING : await marksOf(playerId, nowMs, today, night),
        until: Math.min(today.toMs, night.toMs),
      }
    },
  }
}
