// The rewards that a player can claim now, by the same rules as the claims themselves.
import { and, eq, gt, inArray, notExists } from 'drizzle-orm'
import { dayOf, nightOf, type Span } from '../../../game/base/site-time.ts'
import { socialLinks } from '../../../game/base/social.ts'
import { missingDeposit } from '../../../game/rewards/free-case.ts'
import type { ClaimMarks, RewardsReply } from '../../../protocol/rewards.ts'
import type { Settings } from '../../../protocol/settings.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { calendarClaims, raffleEntries, raffles, wheelSpins } from '../../db/schema-rewards.ts'
import type { GiftAccess } from '../account/gift-access.ts'
import type { Protection } from '../account/protection.ts'
import { depositedIn, openedIn } from '../games/free-case.ts'
import { missionSpans, readMissionProgress } from '../missions/progress.ts'
import { hasClaimed, lockedGifts } from '../payments/bonuses.ts'
import { kindsOpenTo } from '../raffle/joining.ts'

export interface RewardsService {
  /** Returns how many rewards a player can claim, until when that holds, and what is locked. Excluded players can claim none. */
  waitingFor(playerId: number): Promise<Omit<RewardsReply, 'success'>>
}

export interface RewardsParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly protection: Pick<Protection, 'exclusionOf'>
  readonly giftAccess: Pick<GiftAccess, 'refusalOf'>
  readonly now: () => number
  readonly timeZone: string
  /** The operator's accounts; empty for none. */
  readonly social: () => Settings['social']
}

const NOTHING: ClaimMarks = { freeCase: 0, wheel: 0, calendar: 0, missions: 0, raffle: 0, social: 0 }

/** What a player who gets no gifts without a deposit cannot claim. */
const WITHOUT_DEPOSIT = { wheel: 0, calendar: 0, missions: 0, social: 0 } as const

async function freeCasesOpen(
  queries: Queries,
  playerId: number,
  night: Span,
  loaded: LoadedCatalogue,
): Promise<number> {
  const deposited = await depositedIn(queries, playerId, night, false)
  const reached = loaded.rewards.freeCases.filter(
    (box) => box.paused === undefined && missingDeposit(box, deposited) === 0,
  )
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
  const isOpen = and(hasState(raffles.state, 'open'), gt(raffles.closesAt, new Date(nowMs)))
  return queries.$count(raffles, and(isOpen, inArray(raffles.kind, [...kinds]), notExists(own)))
}

/** Makes the overview over a database and the operator's rewards. */
export function createRewards(parts: RewardsParts): RewardsService {
  const { db, catalogue, protection, giftAccess, now, timeZone } = parts
  const { queries } = db

  async function marksOf(playerId: number, nowMs: number, today: Span, night: Span): Promise<ClaimMarks> {
    const loaded = catalogue()
    const freeSpins = and(eq(wheelSpins.playerId, playerId), eq(wheelSpins.freeDay, today.day))
    const claimsToday = and(eq(calendarClaims.playerId, playerId), eq(calendarClaims.day, today.day))
    const [freeCase, spins, claims, missionsProgress, raffle, social] = await Promise.all([
      freeCasesOpen(queries, playerId, night, loaded),
      queries.$count(wheelSpins, freeSpins),
      queries.$count(calendarClaims, claimsToday),
      readMissionProgress(queries, playerId, loaded.rewards.missions, missionSpans(nowMs, timeZone)),
      rafflesOpen(queries, playerId, nowMs),
      socialLinks(parts.social()).length > 0 ? hasClaimed(queries, playerId) : true,
    ])
    return {
      freeCase,
      wheel: spins === 0 && loaded.rewards.wheel.paused === undefined ? 1 : 0,
      calendar: claims === 0 ? 1 : 0,
      missions: missionsProgress.filter(({ claimable }) => claimable).length,
      raffle,
      social: social ? 0 : 1,
    }
  }

  return {
    waitingFor: async (playerId) => {
      const nowMs = now()
      const [today, night] = [dayOf(nowMs, timeZone), nightOf(nowMs, timeZone)]
      const isClosed = (await protection.exclusionOf(playerId)) !== null
      const [marks, gifts, refusal] = await Promise.all([
        isClosed ? NOTHING : marksOf(playerId, nowMs, today, night),
        lockedGifts(queries, playerId, catalogue().rewards.gifts),
        isClosed ? null : giftAccess.refusalOf(playerId),
      ])
      return {
        marks: refusal === null ? marks : { ...marks, ...WITHOUT_DEPOSIT },
        gifts,
        until: Math.min(today.toMs, night.toMs),
      }
    },
  }
}
