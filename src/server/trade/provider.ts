// The common interface of trade providers: offers, and their states.
import type { DeclineReason } from '../../game/withdrawal/withdrawal.ts'

/** An item to deliver to a player. */
export interface TradeOrder {
  /** Our id of the withdrawal: one offer is made under it, however often it is requested. */
  readonly id: string
  readonly marketHashName: string
  /** The player's trade URL, and the account that it has to belong to. */
  readonly tradeLink: string
  readonly steamid: string
  /** When the player requested it: an offer made before cannot be its own. */
  readonly requestedAt: Date
}

export type SentOffer =
  | {
      readonly kind: 'offered'
      /** The provider's id of the offer. */
      readonly reference: string
      /** The page where the player accepts it. */
      readonly url: string
    }
  /** Out of stock. */
  | { readonly kind: 'unavailable' }
  /** Steam does not let anyone trade with this player, or not with this trade URL. */
  | { readonly kind: 'refused'; readonly note: string }

/** The state of an offer. */
export type TradeState =
  | { readonly kind: 'waiting' }
  /** Ended without an exchange. */
  | { readonly kind: 'declined'; readonly reason: DeclineReason; readonly note: string }
  /** The player has accepted it; the items are not exchanged yet. */
  | { readonly kind: 'accepted' }
  /** The items are exchanged. The trade can still be reversed; `isSettled` once it cannot any more. */
  | { readonly kind: 'exchanged'; readonly until: Date; readonly isSettled: boolean }
  /** The trade was reversed: the shop has the item again. */
  | { readonly kind: 'reversed'; readonly note: string }

/** The provider did not do what was requested, or did not answer; the message holds no secret. */
export class TradeFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TradeFailed'
  }
}

/** What is known of the account that trades. */
export interface TradeCondition {
  /** Whether the last sign-in succeeded; undefined before its first use, and for the stand-in. */
  readonly isSignedIn: boolean | undefined
  /** Items that it could offer when it last looked; undefined before. */
  readonly stock: number | undefined
  /** What they were, by market name, and when it looked, in ms; undefined before, and for the stand-in. */
  readonly look?: { readonly at: number; readonly items: ReadonlyMap<string, number> } | undefined
}

/** What a stand-in has: of which players' stock a visitor chose something else than all, and its trades by state. */
export interface StandInStock {
  readonly players: Readonly<Record<string, number>>
  readonly trades: Readonly<Record<string, number>>
}

export interface TradeProvider {
  readonly name: string
  /** Returns what is known without a call. */
  condition(): TradeCondition
  /**
   * Signs in where it has to, and looks what is in stock.
   *
   * @throws TradeFailed when the provider did not answer
   */
  look(): Promise<void>
  /** What the stand-in of a sandbox has; a real provider has none of it. */
  standIn?(): Promise<StandInStock>
  /**
   * Takes an item from the stock and offers it to the player; a repeated request with the same id returns the same offer,
   * unless that one was cancelled.
   *
   * @throws TradeFailed when it is unknown whether there is an offer now: it has to be requested again
   */
  offer(order: TradeOrder): Promise<SentOffer>
  /**
   * Returns the reference of the offer that was made under an order's id and not cancelled; undefined when there is none.
   *
   * @throws TradeFailed when the provider did not answer
   */
  find(order: TradeOrder): Promise<string | undefined>
  /** Returns the page where the player accepts an offer. */
  urlOf(reference: string): string
  /**
   * Fetches the state of an offer.
   *
   * @throws TradeFailed when the provider did not answer
   */
  fetchState(reference: string): Promise<TradeState>
  /**
   * Cancels an offer. The player may accept it at the same moment, so its state has to be fetched afterwards.
   *
   * @throws TradeFailed when that could not be done
   */
  cancel(reference: string): Promise<void>
  /** Calls the listener with a reference whenever the provider learns that the state of its offer changed. */
  onUpdate(listener: (reference: string) => void): void
  close(): Promise<void>
}
