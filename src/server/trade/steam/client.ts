// The calls of the shop's account at Steam, as promises over steam-tradeoffer-manager and steamcommunity.
import { getConfirmationKey, time } from 'steam-totp'
import TradeOfferManager from 'steam-tradeoffer-manager'
import type SteamCommunity from 'steamcommunity'
import { z } from 'zod'
import { type TradeCondition, TradeFailed } from '../provider.ts'
import { callAsPromise, openSession, type SteamSessionOptions } from './session.ts'

const { EOfferFilter, ETradeOfferState } = TradeOfferManager

const CS2 = { app: 730, context: 2 } as const

export type Offer = ReturnType<TradeOfferManager['createOffer']>

type StockItem = Parameters<Offer['addMyItem']>[0]

export interface SteamClientOptions extends SteamSessionOptions {
  /** The authenticator's identity secret in base64, which confirms offers. */
  readonly identitySecret: string
  /** The clock, in ms. */
  readonly now: () => number
}

/** The state of the trade that an offer has become. */
export interface Exchange {
  /** ETradeStatus, and 12 for a reversal under trade protection, which Steam does not document. */
  readonly status: number
  readonly at: Date
  /** The trade that reversed it; undefined for none. */
  readonly undoneBy: string | undefined
}

export interface SteamClient {
  /** Looks what is in stock and in no offer. */
  look(): Promise<void>
  /** Returns an item of this name that is in stock and in no offer; undefined when there is none. */
  findInStock(marketHashName: string): Promise<StockItem | undefined>
  /** Returns the offer with this message that was made since a time and not cancelled; undefined when there is none. */
  find(message: string, since: Date): Promise<Offer | undefined>
  /** Creates an offer without sending it. Throws for an invalid trade URL. */
  draft(tradeLink: string): Offer
  /** Sends an offer. Rejects with the library's own error, whose `cause` and `eresult` give the reason. */
  send(offer: Offer): Promise<void>
  /** Confirms an offer with the authenticator. */
  confirm(offerId: string): Promise<void>
  offer(id: string): Promise<Offer>
  cancel(offer: Offer): Promise<void>
  exchange(tradeId: string): Promise<Exchange>
  /** Returns whether the account is signed in, and how many items it could offer when it last looked. */
  condition(): TradeCondition
  close(): void
}

const statusSchema = z.object({
  response: z.object({
    trades: z.array(
      z.object({ tradeid: z.string(), status: z.int(), time_init: z.int(), rollback_trade: z.string().optional() }),
    ),
  }),
})

function offersSent(manager: TradeOfferManager, filter: number, since: Date): Promise<Offer[]> {
  return callAsPromise((done) => manager.getOffers(filter, since, (error, offers) => done(error, offers)))
}

/** Returns the items that are in no offer. */
async function itemsInStock(manager: TradeOfferManager): Promise<readonly StockItem[]> {
  const open = await offersSent(manager, EOfferFilter.ActiveOnly, new Date())
  const offered = new Set(open.flatMap(({ itemsToGive }) => itemsToGive.map(({ assetid }) => String(assetid))))
  type Stock = Parameters<Parameters<typeof manager.getInventoryContents>[3]>[1]
  const stock = await callAsPromise<Stock>((done) =>
    manager.getInventoryContents(CS2.app, CS2.context, true, (error, items) => done(error, items)),
  )
  if (stock === undefined) throw new TradeFailed('Steam: an inventory without contents')
  return stock.filter(({ assetid }) => !offered.has(String(assetid)))
}

async function confirm(community: SteamCommunity, identitySecret: string, offerId: string): Promise<void> {
  const key = (tag: string): { at: number; key: string } => {
    const at = time()
    return { at, key: getConfirmationKey(identitySecret, at, tag) }
  }
  const list = key('conf')
  type Confirmations = Parameters<Parameters<typeof community.getConfirmations>[2]>[1]
  const open = await callAsPromise<Confirmations>((done) => community.getConfirmations(list.at, list.key, done))
  const wanted = open.find(({ creator }) => String(creator) === offerId)
  if (wanted === undefined) throw new TradeFailed(`Steam: offer ${offerId} is not among those to confirm`)
  const allow = key('allow')
  await callAsPromise<void>((done) =>
    wanted.respond(allow.at, allow.key, true, (error) => done(error ?? null, undefined)),
  )
}

async function exchangeOf(community: SteamCommunity, tradeId: string, token: string): Promise<Exchange> {
  const query = new URLSearchParams({ access_token: token, tradeid: tradeId })
  const uri = `https://api.steampowered.com/IEconService/GetTradeStatus/v1/?${query}`
  const answer = await callAsPromise<unknown>((done) =>
    community.httpRequestGet({ uri, json: true }, (error: Error | null, _response: unknown, body: unknown) =>
      done(error, body),
    ),
  )
  const parsed = statusSchema.safeParse(answer)
  const trade = parsed.data?.response.trades.find(({ tradeid }) => tradeid === tradeId)
  if (trade === undefined) throw new TradeFailed('Steam: an undocumented trade status')
  const { rollback_trade: rollback = '' } = trade
  const undoneBy = rollback === '' || rollback === '0' ? undefined : rollback
  return { status: trade.status, at: new Date(trade.time_init * 1000), undoneBy }
}

/** Creates a client that signs in at its first use, and again when Steam has ended the session. */
export function openSteamClient(options: SteamClientOptions): SteamClient {
  const { community, manager, withSession, isSignedIn, close } = openSession(options)
  let look: TradeCondition['look']
  const readStock = (): Promise<readonly StockItem[]> =>
    withSession(async () => {
      const stock = await itemsInStock(manager)
      const items = new Map<string, number>()
      for (const { market_hash_name: name } of stock) items.set(name, (items.get(name) ?? 0) + 1)
      look = { at: options.now(), items }
      return stock
    })
  return {
    look: async () => void (await readStock()),
    findInStock: async (marketHashName) => (await readStock()).find((item) => item.market_hash_name === marketHashName),
    condition: () => {
      const counts = look === undefined ? undefined : [...look.items.values()]
      return { isSignedIn: isSignedIn(), stock: counts?.reduce((sum, count) => sum + count, 0), look }
    },
    find: (message, since) =>
      withSession(async () => {
        const offers = await offersSent(manager, EOfferFilter.All, since)
        return offers.find((offer) => offer.message === message && offer.state !== ETradeOfferState.Canceled)
      }),
    draft: (tradeLink) => manager.createOffer(tradeLink),
    send: (offer) => withSession(() => callAsPromise<void>((done) => offer.send((error) => done(error, undefined)))),
    confirm: (offerId) => withSession(() => confirm(community, options.identitySecret, offerId)),
    offer: (id) => withSession(() => callAsPromise<Offer>((done) => manager.getOffer(id, done))),
    cancel: (offer) =>
      withSession(() => callAsPromise<void>((done) => offer.cancel((error) => done(error, undefined)))),
    exchange: (tradeId) => withSession((token) => exchangeOf(community, tradeId, token)),
    close,
  }
}
