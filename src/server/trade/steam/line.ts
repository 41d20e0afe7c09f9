// What the shop's account can do at Steam, as promises over steam-tradeoffer-manager and steamcommunity.
import { getConfirmationKey, time } from 'steam-totp'
import TradeOfferManager from 'steam-tradeoffer-manager'
import type SteamCommunity from 'steamcommunity'
import { z } from 'zod'
import { TradeFailed } from '../provider.ts'
import { called, openSession, type SteamSessionOptions } from './session.ts'

const { EOfferFilter } = TradeOfferManager

const CS2 = { app: 730, context: 2 } as const

export type Offer = ReturnType<TradeOfferManager['createOffer']>

type StockItem = Parameters<Offer['addMyItem']>[0]

export interface SteamLineOptions extends SteamSessionOptions {
  /** The authenticator's other secret, in base64: confirms offers. */
  readonly identitySecret: string
}

/** How a trade stands that an offer has become. */
export interface Exchange {
  /** ETradeStatus, and 12 for what a player took back under trade protection, which Steam does not document. */
  readonly status: number
  readonly at: Date
  /** The trade that undid it; undefined where none did. */
  readonly undoneBy: string | undefined
}

export interface SteamLine {
  /** An item of this name that is in stock and in no offer; undefined when there is none. */
  inStock(marketHashName: string): Promise<StockItem | undefined>
  /** The offer with this message that was made since a moment; undefined when there is none. */
  find(message: string, since: Date): Promise<Offer | undefined>
  /** An offer that is not sent yet. Throws what the trade URL is wrong with. */
  draft(tradeLink: string): Offer
  /** Sends an offer. Rejects with the library's own error, whose `cause` and `eresult` say what stood against it. */
  send(offer: Offer): Promise<void>
  /** Confirms what the authenticator has to confirm of an offer. */
  confirm(offerId: string): Promise<void>
  offer(id: string): Promise<Offer>
  cancel(offer: Offer): Promise<void>
  exchange(tradeId: string): Promise<Exchange>
  close(): void
}

const statusSchema = z.object({
  response: z.object({
    trades: z.array(z.object({ status: z.int(), time_init: z.int(), rollback_trade: z.string().optional() })).min(1),
  }),
})

function offersSent(manager: TradeOfferManager, filter: number, since: Date): Promise<Offer[]> {
  return called((done) => manager.getOffers(filter, since, (error, offers) => done(error, offers)))
}

async function inStock(manager: TradeOfferManager, marketHashName: string): Promise<StockItem | undefined> {
  const open = await offersSent(manager, EOfferFilter.ActiveOnly, new Date())
  const offered = new Set(open.flatMap(({ itemsToGive }) => itemsToGive.map(({ assetid }) => String(assetid))))
  type Stock = Parameters<Parameters<typeof manager.getInventoryContents>[3]>[1]
  const stock = await called<Stock>((done) =>
    manager.getInventoryContents(CS2.app, CS2.context, true, (error, items) => done(error, items)),
  )
  return stock?.find((item) => item.market_hash_name === marketHashName && !offered.has(String(item.assetid)))
}

async function confirm(community: SteamCommunity, identitySecret: string, offerId: string): Promise<void> {
  const key = (tag: string): { at: number; key: string } => {
    const at = time()
    return { at, key: getConfirmationKey(identitySecret, at, tag) }
  }
  const list = key('conf')
  type Confirmations = Parameters<Parameters<typeof community.getConfirmations>[2]>[1]
  const open = await called<Confirmations>((done) => community.getConfirmations(list.at, list.key, done))
  const wanted = open.find(({ creator }) => String(creator) === offerId)
  if (wanted === undefined) throw new TradeFailed(`Steam: offer ${offerId} is not among those to confirm`)
  const allow = key('allow')
  await called<void>((done) => wanted.respond(allow.at, allow.key, true, (error) => done(error ?? null, undefined)))
}

async function exchangeOf(community: SteamCommunity, tradeId: string, token: string): Promise<Exchange> {
  const query = new URLSearchParams({ access_token: token, tradeid: tradeId })
  const uri = `https://api.steampowered.com/IEconService/GetTradeStatus/v1/?${query}`
  const answer = await called<unknown>((done) =>
    community.httpRequestGet({ uri, json: true }, (error: Error | null, _response: unknown, body: unknown) =>
      done(error, body),
    ),
  )
  const parsed = statusSchema.safeParse(answer)
  const trade = parsed.data?.response.trades[0]
  if (trade === undefined) throw new TradeFailed('Steam: a trade status that it does not document')
  return { status: trade.status, at: new Date(trade.time_init * 1000), undoneBy: trade.rollback_trade }
}

/** A line that signs in when it is first used, and again when Steam has ended the session. */
export function openLine(options: SteamLineOptions): SteamLine {
  const { community, manager, within, close } = openSession(options)
  return {
    inStock: (marketHashName) => within(() => inStock(manager, marketHashName)),
    find: (message, since) =>
      within(async () => {
        const offers = await offersSent(manager, EOfferFilter.All, since)
        return offers.find((offer) => offer.message === message)
      }),
    draft: (tradeLink) => manager.createOffer(tradeLink),
    send: (offer) => within(() => called<void>((done) => offer.send((error) => done(error, undefined)))),
    confirm: (offerId) => within(() => confirm(community, options.identitySecret, offerId)),
    offer: (id) => within(() => called<Offer>((done) => manager.getOffer(id, done))),
    cancel: (offer) => within(() => called<void>((done) => offer.cancel((error) => done(error, undefined)))),
    exchange: (tradeId) => within((token) => exchangeOf(community, tradeId, token)),
    close,
  }
}
