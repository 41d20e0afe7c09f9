// Taking a seat of a battle. Its receipt, the id of the seat that the lock will name, stays in this browser.

import { cents } from '../../game/base/money.ts'
import { partOfPrice } from '../../game/battles/battle.ts'
import type { BattleCard, BattleMoveReply, JoinBattleBody } from '../../protocol/battle.ts'
import type { RefusalCode } from '../../protocol/common.ts'
import { createClaim } from '../kernel/claim.ts'
import { freshSeed } from '../kernel/fresh-seed.ts'
import { loadUser, setBalance } from '../kernel/user.ts'
import { keepSeat } from './battle-receipts.ts'

export interface SeatChoice {
  readonly battleId: string
  readonly slot: number
  readonly percent: number
  /** In cents. */
  readonly pays: number
}

/** The outcome of a move; `failed` where no usable answer came, and the same move again learns what it did. */
export type MoveOutcome =
  | { readonly kind: 'done'; readonly reply: Extract<BattleMoveReply, { success: true }> }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string }
  | { readonly kind: 'failed' | 'signed-out' }

/**
 * Returns what a player pays for a part of a seat, in cents: what the creator does not pay for others.
 *
 * @param percent the part that the player gets
 */
export function seatPrice({ price, fund }: Pick<BattleCard, 'price' | 'fund'>, percent: number): number {
  const whole = cents(price)
  return partOfPrice(whole, percent) - partOfPrice(whole, Math.min(fund, percent))
}

const claim = createClaim<Extract<BattleMoveReply, { success: true }>>()

/** Makes a move, and shows the balance after it. */
export async function moveBattle(path: string, body: object): Promise<MoveOutcome> {
  const claimed = await claim(path, body)
  if (claimed.kind !== 'answered') return claimed
  const { reply, isRepeated } = claimed
  if (!reply.success) {
    // The balance that the refusal is about may be another one than the page shows.
    if (reply.code === 'balance') await loadUser()
    return { kind: 'refused', code: reply.code, message: reply.message }
  }
  setBalance(reply.balance)
  if (isRepeated) void loadUser()
  keepSeat(reply.battle.id, reply.receipt)
  return { kind: 'done', reply }
}

/** The move of the last choice: without an answer the same seed is sent again. */
let sent: { readonly choice: SeatChoice; readonly body: JoinBattleBody } | null = null

const isSame = (one: SeatChoice, other: SeatChoice): boolean =>
  one.battleId === other.battleId && one.slot === other.slot && one.percent === other.percent && one.pays === other.pays

/** Takes a seat, with a fresh client seed. */
export async function joinBattle(choice: SeatChoice): Promise<MoveOutcome> {
  const { battleId, slot, percent, pays } = choice
  if (sent === null || !isSame(sent.choice, choice)) {
    sent = { choice, body: { slot, percent, pays, seed: freshSeed() } }
  }
  const outcome = await moveBattle(`/battles/${battleId}/join`, sent.body)
  if (outcome.kind !== 'failed') sent = null
  return outcome
}
