// Reads an offer, or its absence, where it decides whose the item is.
import { TradeFailed, type TradeOrder, type TradeProvider, type TradeState } from '../../trade/provider.ts'
import type { WithdrawalRow } from './transitions.ts'

/** The problem of a withdrawal whose offer was missing at the last look: an absence at the next one is believed. */
export const MISSING_ONCE = 'the provider lists no offer of it; it is looked for once more'

/** Tells whether a state gives the item back to the shop, and so to the player's inventory here. */
function isLost({ kind }: TradeState): boolean {
  return kind === 'declined' || kind === 'reversed'
}

/**
 * Returns the state of an offer. One that ended without an exchange is read twice: a single wrong answer would give the player the item
 * twice.
 *
 * @throws TradeFailed when the provider did not answer, or told a different end the second time
 */
export async function readOffer(provider: TradeProvider, reference: string): Promise<TradeState> {
  const state = await provider.fetchState(reference)
  if (!isLost(state)) return state
  const again = await provider.fetchState(reference)
  if (again.kind !== state.kind) throw new TradeFailed(`the offer is ${state.kind}, and ${again.kind} at the next look`)
  return again
}

/**
 * Returns the reference of the offer that an earlier attempt may have made for a withdrawal; undefined when two looks of the job in a row
 * found none: a single list that comes without it would give the player the item twice.
 *
 * @throws TradeFailed when the provider did not answer, or at the first look that found none
 */
export async function findEarlierOffer(
  provider: TradeProvider,
  order: TradeOrder,
  { problem }: Pick<WithdrawalRow, 'problem'>,
): Promise<string | undefined> {
  const reference = await provider.find(order)
  if (reference === undefined && problem !== MISSING_ONCE) throw new TradeFailed(MISSING_ONCE)
  return reference
}
