// Reads an offer's state where it decides whose the item is.
import { TradeFailed, type TradeProvider, type TradeState } from '../../trade/provider.ts'

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
