// Trades at Steam from the shop's own account: what is not in its inventory is not in stock.
import TradeOfferManager from 'steam-tradeoffer-manager'
import { TRADE_PROTECTION_DAYS } from '../../../game/economy.ts'
import { DAY_MS } from '../../../game/limits.ts'
import { type Offered, TradeFailed, type TradeOrder, type TradeProvider, type TradeState } from '../provider.ts'
import { type Exchange, type Offer, openLine, type SteamLine, type SteamLineOptions } from './line.ts'

const { ETradeOfferState, ETradeStatus } = TradeOfferManager

/** Undocumented: the other side took the trade back within the days of protection. */
const PROTECTION_ROLLBACK = 12

/** Steam's clock and ours may differ, and offers may be dated back. */
const EARLIER_MS = 3_600_000

/** EResult of an offer that cannot be made to this player: access denied, or an account that Steam turns down. */
const REFUSED_RESULTS: readonly unknown[] = [15, 17, 18]
const REFUSED_CAUSES: readonly unknown[] = ['TradeBan', 'TargetCannotTrade']

export interface SteamTradeOptions extends SteamLineOptions {
  /** Named to the player in the offer. */
  readonly siteName: string
  readonly now: () => number
  /** Does work while no other instance does it. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}

function failed(error: unknown): TradeFailed {
  if (error instanceof TradeFailed) return error
  return new TradeFailed(`Steam: ${error instanceof Error ? error.message : 'an error without words'}`, {
    cause: error,
  })
}

function isRefusal(error: unknown): error is Error & { eresult?: number } {
  if (!(error instanceof Error)) return false
  return REFUSED_CAUSES.includes(error.cause) || ('eresult' in error && REFUSED_RESULTS.includes(error.eresult))
}

/** How a trade stands, from Steam's words for it. */
function stateOfExchange({ status, at, undoneBy }: Exchange, nowMs: number): TradeState {
  const until = new Date(at.getTime() + TRADE_PROTECTION_DAYS * DAY_MS)
  if (undoneBy !== undefined) return { kind: 'reversed', note: `undone by trade ${undoneBy}` }
  switch (status) {
    case ETradeStatus.Init:
    case ETradeStatus.PreCommitted:
    case ETradeStatus.Committed:
    case ETradeStatus.InEscrow:
      return { kind: 'accepted' }
    case ETradeStatus.Complete:
      return { kind: 'exchanged', until, isSettled: until.getTime() <= nowMs }
    case ETradeStatus.Failed:
    case ETradeStatus.EscrowRollback:
      return { kind: 'declined', reason: 'cannot-trade', note: `trade status ${ETradeStatus[status]}` }
    case ETradeStatus.PartialSupportRollback:
    case ETradeStatus.FullSupportRollback:
    case ETradeStatus.SupportRollback_Selective:
    case PROTECTION_ROLLBACK:
      return { kind: 'reversed', note: `trade status ${status}` }
    default:
      // RollbackFailed, RollbackAbandoned, and whatever Steam may add: a person has to look.
      throw new TradeFailed(`Steam: the trade has status ${status}`)
  }
}

/** Nobody sees an offer before it is confirmed with the authenticator. */
async function confirm(line: SteamLine, offer: Offer): Promise<void> {
  if (offer.state === ETradeOfferState.CreatedNeedsConfirmation && offer.id !== undefined) await line.confirm(offer.id)
}

async function offered(line: SteamLine, offer: Offer): Promise<Offered> {
  await confirm(line, offer)
  const { id = '' } = offer
  return { kind: 'offered', reference: id, url: `https://steamcommunity.com/tradeoffer/${id}/` }
}

/** Offers the item of an order; an offer with this message is the one that was made for it before. */
async function make(line: SteamLine, order: TradeOrder, message: string): Promise<Offered> {
  const known = await line.find(message, new Date(order.requestedAt.getTime() - EARLIER_MS))
  if (known !== undefined) return offered(line, known)
  const item = await line.inStock(order.marketHashName)
  if (item === undefined) return { kind: 'unavailable' }
  const offer = line.draft(order.tradeLink)
  if (offer.partner.getSteamID64() !== order.steamid)
    return { kind: 'refused', note: 'the trade URL belongs to another account' }
  offer.addMyItem(item)
  offer.setMessage(message)
  try {
    await line.send(offer)
  } catch (error) {
    if (isRefusal(error)) return { kind: 'refused', note: error.message }
    throw error
  }
  return offered(line, offer)
}

async function stateOf(line: SteamLine, reference: string, now: () => number): Promise<TradeState> {
  const offer = await line.offer(reference)
  switch (offer.state) {
    case ETradeOfferState.CreatedNeedsConfirmation:
      await confirm(line, offer)
      return { kind: 'waiting' }
    case ETradeOfferState.Active:
      return { kind: 'waiting' }
    case ETradeOfferState.InEscrow:
      return { kind: 'accepted' }
    case ETradeOfferState.Accepted:
      // An offer may be accepted a moment before it has become a trade.
      if (!offer.tradeID) return { kind: 'accepted' }
      return stateOfExchange(await line.exchange(offer.tradeID), now())
    case ETradeOfferState.Declined:
    case ETradeOfferState.Countered:
      return { kind: 'declined', reason: 'declined', note: `offer state ${ETradeOfferState[offer.state]}` }
    case ETradeOfferState.Expired:
    case ETradeOfferState.Canceled:
      return { kind: 'declined', reason: 'expired', note: `offer state ${ETradeOfferState[offer.state]}` }
    default:
      return { kind: 'declined', reason: 'cannot-trade', note: `offer state ${offer.state}` }
  }
}

async function cancel(line: SteamLine, reference: string): Promise<void> {
  const offer = await line.offer(reference)
  const isOpen = offer.state === ETradeOfferState.Active || offer.state === ETradeOfferState.CreatedNeedsConfirmation
  if (isOpen) await line.cancel(offer)
}

/** The shop's account at Steam as a way of handing over items. */
export function createSteamTrade(options: SteamTradeOptions): TradeProvider {
  const { siteName, now, alone } = options
  const line: SteamLine = openLine(options)

  // One after the other: Steam counts the calls, and two offers chosen at once could hold the same item; also of two instances.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work).catch((error: unknown) => {
      throw failed(error)
    })
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    name: 'steam',
    offer: (order) => inTurn(() => alone(() => make(line, order, `${siteName}: ${order.id}`))),
    ask: (reference) => inTurn(() => stateOf(line, reference, now)),
    cancel: (reference) => inTurn(() => cancel(line, reference)),
    onNews: () => undefined,
    close: async () => line.close(),
  }
}
