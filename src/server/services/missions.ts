// Missions as a use case: what they ask for and where a player stands, and the claim, which counts again before it gives.
import { and, eq } from 'drizzle-orm'
import type { MissionClaimReply, MissionsReply, MissionView } from '../../contract/missions.ts'
import type { Mission } from '../../game/rewards.ts'
import { type Queries, violates } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { missionClaims } from '../db/schema-rewards.ts'
import { RefusalError } from '../refusal.ts'
import { type GameParts, keepAnswer, liveDrop, playOnce } from './game-turn.ts'
import { type Given, givePrize } from './give-prize.ts'
import { itemView } from './item-view.ts'
import { type MissionSpans, missionSpans, missionStandings } from './mission-progress.ts'
import type { Click } from './once.ts'
import type { Opener } from './opening.ts'
import { prizeView } from './prize-view.ts'
import { assertNotExcluded } from './protection.ts'

/** What a claim brought; its message is worded by the route. */
export type MissionClaimed = Omit<Extract<MissionClaimReply, { success: true }>, 'success' | 'message'>

export interface MissionWish {
  /** Id of the mission. */
  readonly mission: string
  /** The day on which the period began that the player saw. */
  readonly period: string
}

export interface Missions {
  /** The missions, and where a player stands with them; null for a guest. */
  list(playerId: number | null): Promise<Omit<MissionsReply, 'success'>>
  /**
   * Gives the reward of a mission that is done.
   *
   * @throws RefusalError 'mission-unknown', 'mission-over' when the period that he saw has ended, 'mission-claimed', 'mission-open'
   *   while it is not done, 'excluded'
   */
  claim(player: Opener, wish: MissionWish, click: Click): Promise<MissionClaimed>
}

export interface MissionsParts extends GameParts {
  readonly now: () => number
  readonly timeZone: string
}

/** How a claim is named in the ledger, and by its item. */
function claimReference(playerId: number, { mission, period }: MissionWish): string {
  return `${playerId}:${mission}:${period}`
}

async function isClaimed(tx: Queries, playerId: number, { mission, period }: MissionWish): Promise<boolean> {
  const same = and(
    eq(missionClaims.playerId, playerId),
    eq(missionClaims.mission, mission),
    eq(missionClaims.period, period),
  )
  return (await tx.$count(missionClaims, same)) > 0
}

function answerOf(mission: Mission, { balance, won }: Given): MissionClaimed {
  return {
    prize: prizeView(mission.reward),
    balance,
    drop: won === null ? null : { id: won.id, price: won.item.priceCents, item: itemView(won.item), roll: won.roll },
    rollId: won?.rollId ?? null,
  }
}

interface ClaimAt {
  readonly mission: Mission
  readonly spans: MissionSpans
  readonly at: Date
}

async function giveReward(
  tx: Queries,
  playerId: number,
  { mission, spans, at }: ClaimAt,
  click: Click,
): Promise<{ answer: MissionClaimed; given: Given }> {
  // Claims of a player follow one another; and an exclusion takes this lock too: what comes after it finds it.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
  await assertNotExcluded(tx, playerId, at)
  const claim = { mission: mission.id, period: spans[mission.period].day }
  if (await isClaimed(tx, playerId, claim)) throw new RefusalError('mission-claimed')
  const [standing] = await missionStandings(tx, playerId, [mission], spans)
  if (standing?.claimable !== true) throw new RefusalError('mission-open')
  const given = await givePrize(tx, playerId, mission.reward, {
    source: 'missions',
    kind: 'mission',
    reference: claimReference(playerId, claim),
  })
  await tx.insert(missionClaims).values({ playerId, ...claim, wonId: given.won?.id ?? null })
  const answer = answerOf(mission, given)
  await keepAnswer(tx, click, answer)
  return { answer, given }
}

/** Missions over a database and what the operator has set. */
export function createMissions(parts: MissionsParts): Missions {
  const { db, catalogue, seeds, events, now, timeZone } = parts

  function tell(player: Opener, { balance, won }: Given): void {
    events.emit('balance', { playerId: player.id, balance })
    if (won === null) return
    events.emit('drops', [liveDrop('missions', won, won.item, { ...player, ...won.standing })])
  }

  async function claim(player: Opener, wish: MissionWish, click: Click): Promise<MissionClaimed> {
    const mission = catalogue().rewards.missions.find(({ id }) => id === wish.mission)
    if (mission === undefined) throw new RefusalError('mission-unknown')
    const at = now()
    const spans = missionSpans(at, timeZone)
    if (spans[mission.period].day !== wish.period) throw new RefusalError('mission-over')
    try {
      const claimAt = { mission, spans, at: new Date(at) }
      const { answer, given } = await db.transaction((tx) => giveReward(tx, player.id, claimAt, click))
      tell(player, given)
      return answer
    } catch (error) {
      if (violates(error, 'mission_claims_pkey')) throw new RefusalError('mission-claimed')
      throw error
    } finally {
      // The nonce has moved on, or may have.
      if (mission.reward.kind === 'case') seeds.forget(player.id)
    }
  }

  return {
    list: async (playerId) => {
      const { missions } = catalogue().rewards
      const nowMs = now()
      const spans = missionSpans(nowMs, timeZone)
      const standings = playerId === null ? null : await missionStandings(db.queries, playerId, missions, spans)
      const { daily, weekly } = spans
      return {
        now: nowMs,
        periods: { daily: { day: daily.day, endsAt: daily.toMs }, weekly: { day: weekly.day, endsAt: weekly.toMs } },
        missions: missions.map(({ id, period, goal, count, reward }, place): MissionView => {
          return { id, period, goal, count, reward: prizeView(reward), standing: standings?.[place] ?? null }
        }),
      }
    },
    claim: (player, wish, click) => playOnce(parts, click, () => claim(player, wish, click)),
  }
}
