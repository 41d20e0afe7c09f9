// Trades at Steam from the shop's own account. An item that is not in its inventory is out of stock.
import TradeOfferManager from 'steam-tradeoffer-manager'
import { TRADE_PROTECTION_DAYS } from '../../../game/base/economy.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import { type SentOffer, TradeFailed, type TradeOrder, type TradeProvider, type TradeState } from '../provider.ts'
import { type Exchange, type Offer, openSteamClient, type SteamClient, type SteamClientOptions } from './client.ts'

const { ETradeOfferState, ETradeStatus } = TradeOfferManager

/** Undocumented: the other side reversed the trade within the days of protection. */
const PROTECTION_ROLLBACK = 12

/** Steam's clock may differ, and offers may be backdated. */
const EARLIER_MS = 3_600_000

/** EResult of an offer that this player cannot receive: access denied, or an account that Steam refuses. */
const REFUSED_RESULTS: readonly unknown[] = [15, 17, 18]
const REFUSED_CAUSES: readonly unknown[] = ['TradeBan', 'TargetCannotTrade']

export interface SteamTradeOptions extends SteamClientOptions {
  /** Returns the name that the player reads in the offer. */
  readonly siteName: () => string
  /** Runs work while no other instance runs it; the work can make sure that this is still so. */
  readonly runExclusively: <T>(work: (assertHeld: () => Promise<void>) => Promise<T>) => Promise<T>
}

function failed(error: unknown): TradeFailed {
  if (error instanceof TradeFailed) return error
  return new TradeFailed(`Steam: ${error instanceof Error ? error.message : 'an error without a message'}`, {
    cause: error,
  })
}

function isRefusal(error: unknown): error is Error & { eresult?: number } {
  if (!(error instanceof Error)) return false
  return REFUSED_CAUSES.includes(error.cause) || ('eresult' in error && REFUSED_RESULTS.includes(error.eresult))
}

/** Returns the state of a trade from Steam's status. */
function stateOfExchange({ status, at, undoneBy }: Exchange, nowMs: number): TradeState {
  const until = new Date(at.getTime() + TRADE_PROTECTION_DAYS * DAY_MS)
  if (undoneBy !== undefined) return { kind: 'reversed', note: `reversed by trade ${undoneBy}` }
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
      // RollbackFailed, RollbackAbandoned, or a new status of Steam: an operator has to check.
      throw new TradeFailed(`Steam: the trade has status ${status}`)
  }
}

/** Confirms an offer with the authenticator; nobody sees it before. */
async function confirm(client: SteamClient, offer: Offer): Promise<void> {
  if (offer.state === ETradeOfferState.CreatedNeedsConfirmation && offer.id !== undefined)
    await client.confirm(offer.id)
}

function urlOf(reference: string): string {
  return `https://steamcommunity.com/tradeoffer/${reference}/`
}

async function offered(client: SteamClient, offer: Offer): Promise<SentOffer> {
  await confirm(client, offer)
  const { id = '' } = offer
  return { kind: 'offered', reference: id, url: urlOf(id) }
}

/** Finds the offer of an order by its message, which holds the order's id. */
function findOffer(client: SteamClient, order: TradeOrder, message: string): Promise<Offer | undefined> {
  return client.find(message, new Date(order.requestedAt.getTime() - EARLIER_MS))
}

/** Offers the item of an order; an existing offer with this message was made for the same order. */
async function make(
  client: SteamClient,
  order: TradeOrder,
  message: string,
  assertHeld: () => Promise<void>,
): Promise<SentOffer> {
  const known = await findOffer(client, order, message)
  if (known !== undefined) return offered(client, known)
  const item = await client.findInStock(order.marketHashName)
  if (item === undefined) return { kind: 'unavailable' }
  const offer = client.draft(order.tradeLink)
  if (offer.partner.getSteamID64() !== order.steamid)
    return { kind: 'refused', note: 'the trade URL belongs to another account' }
  offer.addMyItem(item)
  offer.setMessage(message)
  // Another instance may have chosen the same item if this one was paused for long.
  await assertHeld()
  try {
    await client.send(offer)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Steam may have made the offer all the same. A refusal gives the item back, so its absence is read twice.
    const earlier = (await findOffer(client, order, message)) ?? (await findOffer(client, order, message))
    return earlier === undefined ? { kind: 'refused', note: error.message } : offered(client, earlier)
  }
  return offered(client, offer)
}

async function stateOf(client: SteamClient, reference: string, now: () => number): Promise<TradeState> {
  const offer = await client.offer(reference)
  if (offer.id !== reference) throw new TradeFailed('Steam: an answer about another offer')
  switch (offer.state) {
    case ETradeOfferState.CreatedNeedsConfirmation:
      await confirm(client, offer)
      return { kind: 'waiting' }
    case ETradeOfferState.Active:
      return { kind: 'waiting' }
    case ETradeOfferState.InEscrow:
      return { kind: 'accepted' }
    case ETradeOfferState.Accepted:
      // An offer may be accepted a moment before it becomes a trade.
      if (!offer.tradeID) return { kind: 'accepted' }
      return stateOfExchange(await client.exchange(offer.tradeID), now())
    case ETradeOfferState.Declined:
    case ETradeOfferState.Countered:
      return { kind: 'declined', reason: 'declined', note: `offer state ${ETradeOfferState[offer.state]}` }
    case ETradeOfferState.Expired:
    case ETradeOfferState.Canceled:
      return { kind: 'declined', reason: 'expired', note: `offer state ${ETradeOfferState[offer.state]}` }
    case ETradeOfferState.InvalidItems:
    case ETradeOfferState.CanceledBySecondFactor:
      return { kind: 'declined', reason: 'cannot-trade', note: `offer state ${offer.state}` }
    default:
      // Invalid, or a new state of Steam: the offer may still be accepted, so an operator has to check.
      throw new TradeFailed(`Steam: the offer has state ${JSON.stringify(offer.state)}`)
  }
}

async function cancel(client: SteamClient, reference: string): Promise<void> {
  const offer = await client.offer(reference)
  const isOpen = offer.state === ETradeOfferState.Active || offer.state === ETradeOfferState.CreatedNeedsConfirmation
  if (isOpen) await client.cancel(offer)
}

/** Creates the trade provider of the shop's account at Steam. */
export function createSteamTrade(options: SteamTradeOptions): TradeProvider {
  const { siteName, now, runExclusively } = options
  const client: SteamClient = openSteamClient(options)

  // Calls are serialized: Steam limits them, and two offers at once could contain the same item; also across instances.
  let last: Promise<unknown> = Promise.resolve()
  function serialize<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work).catch((error: unknown) => {
      throw failed(error)
    })
    last = result.catch(() => undefined)
    return result
  }

  const messageOf = ({ id }: TradeOrder): string => `${siteName()}: ${id}`

  return {
    name: 'steam',
    condition: client.condition,
    look: () => serialize(client.look),
    offer: (order) =>
      serialize(() => runExclusively((assertHeld) => make(client, order, messageOf(order), assertHeld))),
    urlOf,
    find: (order) => serialize(async () => (await findOffer(client, order, messageOf(order)))?.id),
    fetchState: (reference) => serialize(() => stateOf(client, reference, now)),
    cancel: (reference) => serialize(() => cancel(client, reference)),
    onUpdate: () => undefined,
    close: async () => client.close(),
  }
}
