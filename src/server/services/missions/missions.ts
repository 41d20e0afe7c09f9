// Missions as a use case: the list with the player's progress, and the claim, which counts again before it gives.
import { and, eq } from 'drizzle-orm'
import type { Mission } from '../../../game/rewards/rewards.ts'
import type { MissionClaimReply, MissionsReply, MissionView } from '../../../protocol/missions.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Queries, violatesConstraint } from '../../db/database.ts'
import { missionClaims } from '../../db/schema-rewards.ts'
import { assertMayHaveGift, type GiftAccess, type GiftAsk } from '../account/gift-access.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer, type Player } from '../calls/player.ts'
import { type GivenPrize, givePrize } from '../rolls/give-prize.ts'
import { itemView } from '../rolls/item-view.ts'
import { type GameParts, liveDrop, playOnce, storeResponse } from '../rolls/play.ts'
import { prizeView } from '../rolls/prize-view.ts'
import { type MissionSpans, missionSpans, readMissionProgress } from './progress.ts'

/** What a claim gave; the route words its message. */
export type MissionClaimed = Omit<Extract<MissionClaimReply, { success: true }>, 'success' | 'message'>

export interface MissionClaim {
  /** Id of the mission. */
  readonly mission: string
  /** The first day of the period that the player saw. */
  readonly period: string
}

export interface Missions {
  /** Returns the missions with a player's progress; null for a guest. */
  list(playerId: number | null): Promise<Omit<MissionsReply, 'success' | 'giftRefusal'>>
  /**
   * Gives the reward of a completed mission.
   *
   * @throws RefusalError 'mission-unknown', 'mission-over' when the period that the player saw has ended, 'mission-claimed',
   *   'mission-open' while it is not completed, 'excluded', and those of assertMayHaveGift
   */
  claim(player: Player, input: MissionClaim, idempotencyKey: IdempotencyKey): Promise<MissionClaimed>
}

export interface MissionsParts extends GameParts {
  /** Asks Steam about players without a deposit. */
  readonly giftAccess: Pick<GiftAccess, 'refresh'>
  readonly now: () => number
  readonly timeZone: string
}

/** Returns the reference of a claim in the ledger and of its item. */
function claimReference(playerId: number, { mission, period }: MissionClaim): string {
  return `${playerId}:${mission}:${period}`
}

async function isClaimed(tx: Queries, playerId: number, { mission, period }: MissionClaim): Promise<boolean> {
  const same = and(
    eq(missionClaims.playerId, playerId),
    eq(missionClaims.mission, mission),
    eq(missionClaims.period, period),
  )
  return (await tx.$count(missionClaims, same)) > 0
}

function answerOf(mission: Mission, { balance, won }: GivenPrize): MissionClaimed {
  return {
    prize: prizeView(mission.reward),
    balance,
    drop: won === null ? null : { id: won.id, price: won.item.priceCents, item: itemView(won.item), roll: won.roll },
    rollId: won?.rollId ?? null,
  }
}

interface ClaimAt extends GiftAsk {
  readonly mission: Mission
  readonly spans: MissionSpans
  /** Of the catalogue that the mission is in. */
  readonly digest: string
}

async function giveReward(
  tx: Queries,
  playerId: number,
  { mission, spans, rules, at, digest }: ClaimAt,
  idempotencyKey: IdempotencyKey,
): Promise<{ answer: MissionClaimed; given: GivenPrize }> {
  await lockPlayer(tx, playerId)
  await assertNotExcluded(tx, playerId, at)
  await assertMayHaveGift(tx, playerId, { rules, at })
  const claim = { mission: mission.id, period: spans[mission.period].day }
  if (await isClaimed(tx, playerId, claim)) throw new RefusalError('mission-claimed')
  const [progress] = await readMissionProgress(tx, playerId, [mission], spans)
  if (progress?.claimable !== true) throw new RefusalError('mission-open')
  const given = await givePrize(tx, playerId, mission.reward, {
    source: 'missions',
    kind: 'mission',
    reference: claimReference(playerId, claim),
    digest,
  })
  await tx.insert(missionClaims).values({ playerId, ...claim, wonId: given.won?.id ?? null })
  const answer = answerOf(mission, given)
  await storeResponse(tx, idempotencyKey, answer)
  return { answer, given }
}

/** Makes the missions over a database and the operator's rewards. */
export function createMissions(parts: MissionsParts): Missions {
  const { db, catalogue, drawnCatalogue, seeds, events, giftAccess, now, timeZone } = parts

  function emitClaimed(player: Player, { balance, won }: GivenPrize): void {
    events.emit('balance', { playerId: player.id, balance })
    if (won === null) return
    events.emit('drops', [liveDrop('missions', won, won.item, { ...player, ...won.totals })], player.id)
  }

  async function claim(player: Player, input: MissionClaim, idempotencyKey: IdempotencyKey): Promise<MissionClaimed> {
    const { rewards, digest } = catalogue()
    const { missions, gifts: rules } = rewards
    const mission = missions.find(({ id }) => id === input.mission)
    if (mission === undefined) throw new RefusalError('mission-unknown')
    if (mission.reward.kind === 'case') drawnCatalogue()
    const at = now()
    const spans = missionSpans(at, timeZone)
    if (spans[mission.period].day !== input.period) throw new RefusalError('mission-over')
    await giftAccess.refresh(player.id)
    try {
      const claimAt = { mission, spans, rules, at: new Date(at), digest }
      const { answer, given } = await db.transaction((tx) => giveReward(tx, player.id, claimAt, idempotencyKey))
      emitClaimed(player, given)
      return answer
    } catch (error) {
      if (violatesConstraint(error, 'mission_claims_pkey')) throw new RefusalError('mission-claimed')
      throw error
    } finally {
      // The transaction may have advanced the nonce.
      if (mission.reward.kind === 'case') seeds.forget(player.id)
    }
  }

  return {
    list: async (playerId) => {
      const { missions, gifts } = catalogue().rewards
      const nowMs = now()
      const spans = missionSpans(nowMs, timeZone)
      const progress = playerId === null ? null : await readMissionProgress(db.queries, playerId, missions, spans)
      const { daily, weekly } = spans
      return {
        now: nowMs,
        periods: { daily: { day: daily.day, endsAt: daily.toMs }, weekly: { day: weekly.day, endsAt: weekly.toMs } },
        leastStake: gifts.leastStake,
        missions: missions.map((mission, place): MissionView => {
          return { ...mission, reward: prizeView(mission.reward), standing: progress?.[place] ?? null }
        }),
      }
    },
    claim: (player, input, idempotencyKey) =>
      playOnce(parts, idempotencyKey, () => claim(player, input, idempotencyKey)),
  }
}
