// How a battle ended for one of its seats.
import type { BattleCard, SeatView } from '../../../protocol/battle.ts'

export type BattleOutcome = 'open' | 'running' | 'won' | 'shared' | 'lost' | 'refunded'

type Ended = Pick<BattleCard, 'state' | 'mode' | 'result' | 'price'>

/**
 * Returns how a battle ended for a seat.
 *
 * @param seat undefined for nobody's
 */
export function outcomeOf({ state, mode, result }: Ended, seat: SeatView | undefined): BattleOutcome {
  if (state === 'open') return 'open'
  if (state === 'cancelled' || state === 'expired') return 'refunded'
  if (result === null) return 'running'
  if (mode === 'share') return 'shared'
  return seat !== undefined && result.winners.includes(seat.slot) ? 'won' : 'lost'
}

/** Tells whether the seats that won got more than a seat costs: a win that brought less is shown without colour. */
export function isGain({ result, price }: Pick<BattleCard, 'result' | 'price'>): boolean {
  return result !== null && result.pot > price * result.winners.length
}
