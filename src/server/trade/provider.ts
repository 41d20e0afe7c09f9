// What a way of handing over items can do, whatever its protocol: offers at Steam, and how they stand.
import type { DeclineReason } from '../../game/withdrawal.ts'

/** An item that has to reach a player. */
export interface TradeOrder {
  /** Our own id of the withdrawal: an offer is made once under it, however often it is asked for. */
  readonly id: string
  readonly marketHashName: string
  /** The player's trade URL, and the account that it has to belong to. */
  readonly tradeLink: string
  readonly steamid: string
  /** When the player asked for it: an offer made before cannot be its own. */
  readonly requestedAt: Date
}

export type Offered =
  | {
      readonly kind: 'offered'
      /** The provider's id of the offer. */
      readonly reference: string
      /** Where the player accepts it. */
      readonly url: string
    }
  /** There is none in stock. */
  | { readonly kind: 'unavailable' }
  /** Steam lets nobody trade with this player, or not with this trade URL. */
  | { readonly kind: 'refused'; readonly note: string }

/** How an offer stands. */
export type TradeState =
  | { readonly kind: 'waiting' }
  /** Over without an exchange. */
  | { readonly kind: 'declined'; readonly reason: DeclineReason; readonly note: string }
  /** The player has accepted it; the items have not changed hands yet. */
  | { readonly kind: 'accepted' }
  /** The items have changed hands. Until then the trade can be taken back; `isSettled` once it cannot any more. */
  | { readonly kind: 'exchanged'; readonly until: Date; readonly isSettled: boolean }
  /** The trade was taken back: the shop has the item again. */
  | { readonly kind: 'reversed'; readonly note: string }

/** The provider did not do what it was asked, or did not say; the message holds no secret. */
export class TradeFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TradeFailed'
  }
}

export interface TradeProvider {
  readonly name: string
  /**
   * Takes an item from the stock and offers it to the player; asked again under the same id it answers the offer that it made.
   *
   * @throws TradeFailed when nobody knows whether there is an offer now: it has to be asked again
   */
  offer(order: TradeOrder): Promise<Offered>
  /**
   * Asks how an offer stands.
   *
   * @throws TradeFailed when the provider did not say
   */
  ask(reference: string): Promise<TradeState>
  /**
   * Takes an offer back. The player may accept it in the same moment: how it stands afterwards has to be asked.
   *
   * @throws TradeFailed when that could not be done
   */
  cancel(reference: string): Promise<void>
  /** Calls the listener with a reference whenever the provider knows by itself that its offer has moved. */
  onNews(listener: (reference: string) => void): void
  close(): Promise<void>
}
