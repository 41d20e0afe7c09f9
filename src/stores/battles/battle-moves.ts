// What the players of the battle that a page shows do beside taking a seat: leave it, and what the creator may do; emotes and the rematch.
import { atom } from 'nanostores'
import { BATTLE_PART_PERCENT } from '../../game/base/economy.ts'
import { BATTLE_FORMATS } from '../../game/battles/battle.ts'
import type { BattleCard, CreateBattleBody, Emote } from '../../protocol/battle.ts'
import { post } from '../kernel/api.ts'
import { freshSeed } from '../kernel/fresh-seed.ts'
import { recheckSession } from '../kernel/paged.ts'
import { toast } from '../kernel/toasts.ts'
import { ownSeat, putBattle, readBattle, shownBattle } from './battle.ts'
import { EMOTE_MS } from './battle-emotes.ts'
import { moveBattle } from './battle-join.ts'

/** What is being asked for; a bot by the slot of its seat. */
export type Asking = { readonly bot: number } | 'leave' | 'cancel' | 'rematch'
export const $asking = atom<Asking | null>(null)

/** `failed`: no answer came, and the view says so. */
export type MoveResult = 'done' | 'refused' | 'failed'

/** Returns the slots of an open battle that nobody has taken, ascending; none where there is no such battle. */
export function freeSlots(battle: Pick<BattleCard, 'state' | 'format' | 'seats'> | null): number[] {
  if (battle?.state !== 'open') return []
  const taken = new Set(battle.seats.map(({ slot }) => slot))
  return Array.from({ length: BATTLE_FORMATS[battle.format].seats }, (_, at) => at + 1).filter(
    (slot) => !taken.has(slot),
  )
}

/** Asks for something, one at a time; returns the answer's outcome, or null where another one is awaited. */
async function askOnce<Outcome>(asking: Asking, ask: () => Promise<Outcome>): Promise<Outcome | null> {
  if ($asking.get() !== null) return null
  $asking.set(asking)
  try {
    return await ask()
  } finally {
    $asking.set(null)
  }
}

/** Makes a move in the battle that is shown, and shows it after the move. */
async function move(asking: Asking, path: string, body: object): Promise<MoveResult> {
  const battle = shownBattle()
  if (battle === null) return 'refused'
  const outcome = await askOnce(asking, () => moveBattle(`/battles/${battle.id}/${path}`, body))
  if (outcome?.kind === 'failed') return 'failed'
  if (outcome?.kind === 'done') {
    putBattle(outcome.reply.battle)
    return 'done'
  }
  if (outcome?.kind === 'refused') {
    toast('error', outcome.message)
    // The seat was taken, or the battle has ended meanwhile.
    await readBattle()
  }
  return 'refused'
}

/** Leaves the player's seat, whose price is refunded. */
export function leaveBattle(): Promise<MoveResult> {
  return move('leave', 'leave', {})
}

/** Cancels the player's own battle; all seats are refunded. */
export function cancelBattle(): Promise<MoveResult> {
  return move('cancel', 'cancel', {})
}

/** Seats a bot of the house in the player's own battle. */
export function addBot(slot: number): Promise<MoveResult> {
  return move({ bot: slot }, 'bot', { slot })
}

/** Seats bots of the house in all free seats of the player's own battle, until one is refused. */
export async function fillWithBots(): Promise<MoveResult> {
  for (const slot of freeSlots(shownBattle())) {
    // Another player may take a seat meanwhile.
    if (!freeSlots(shownBattle()).includes(slot)) continue
    const result = await addBot(slot)
    if (result !== 'done') return result
  }
  return 'done'
}

let lastEmoteMs = Number.NEGATIVE_INFINITY

/** Shows an emote of the player to all who watch; one in two seconds. */
export async function sendEmote(emote: Emote): Promise<void> {
  const battle = shownBattle()
  const nowMs = performance.now()
  if (battle === null || ownSeat(battle) === undefined || nowMs - lastEmoteMs < EMOTE_MS) return
  lastEmoteMs = nowMs
  try {
    await post(`/battles/${battle.id}/emote`, { emote })
  } catch (fault) {
    console.error('An emote was not sent', fault)
    recheckSession(fault)
  }
}

/** The body of a rematch without an answer: repeated, it is the same call. */
let unanswered: CreateBattleBody | null = null

/**
 * Makes the same battle again, to which the others are invited.
 *
 * @returns the id of the new battle, or of the one that another player has made already; `failed` where no answer came, and null where
 *   there is none
 */
export async function makeRematch(): Promise<{ readonly id: string } | 'failed' | null> {
  const battle = shownBattle()
  if (battle === null) return null
  if (battle.rematch !== null) return { id: battle.rematch }
  const body: CreateBattleBody =
    unanswered?.rematchOf === battle.id
      ? unanswered
      : {
          format: battle.format,
          mode: battle.mode,
          crazy: battle.crazy,
          fast: battle.fast,
          rounds: battle.rounds.map(({ url }) => url),
          isPrivate: battle.isPrivate,
          percent: ownSeat(battle)?.percent ?? BATTLE_PART_PERCENT.most,
          fund: 0,
          price: battle.price,
          seed: freshSeed(),
          rematchOf: battle.id,
        }
  unanswered = body
  const outcome = await askOnce('rematch', () => moveBattle('/battles', body))
  if (outcome?.kind === 'failed') return 'failed'
  unanswered = null
  if (outcome?.kind === 'done') return { id: outcome.reply.battle.id }
  if (outcome?.kind === 'refused') {
    toast('error', outcome.message)
    await readBattle()
  }
  return null
}
