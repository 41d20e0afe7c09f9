// What the shop's account can do at Steam, as promises over steam-tradeoffer-manager and steamcommunity.

import { getConfirmationKey, time } from 'steam-totp'
import TradeOfferManager from 'steam-tradeoffer-manager'
import SteamCommunity from 'steamcommunity'
import { z } from 'zod'
import { TradeFailed } from '../provider.ts'
import { type SignedIn, type SignInTransport, type SteamAccount, signedIn } from './signed-in.ts'

const { EOfferFilter } = TradeOfferManager

const CS2 = { app: 730, context: 2 } as const

export type Offer = ReturnType<TradeOfferManager['createOffer']>

export interface SteamLineOptions extends SteamAccount {
  /** The authenticator's other secret, in base64: confirms offers. */
  readonly identitySecret: string
  /** For tests, which have no Steam: what carries the sign-in, and all other requests. */
  readonly carriers?: { readonly signIn: SignInTransport; readonly request: SteamCommunity.Options['request'] }
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
  inStock(marketHashName: string): Promise<Parameters<Offer['addMyItem']>[0] | undefined>
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

type Done<T> = (error: Error | null, value: T) => void

/** No call holds up what stands behind it for longer. */
const CALL_MS = 90_000

function called<T>(work: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new TradeFailed('Steam: no answer in time')), CALL_MS)
    late.unref()
    work((error, value) => {
      clearTimeout(late)
      if (error) reject(error)
      else resolve(value)
    })
  })
}

/** What Steam says when a session has run out, in the words of the library. */
function isSignedOut(error: unknown): boolean {
  return error instanceof Error && /^(Not Logged In|HTTP error 40[13])$/.test(error.message)
}

/** The token that a session's cookies carry, which opens Steam's API. */
function accessTokenIn(cookies: readonly string[]): string {
  const value = cookies.find((cookie) => cookie.startsWith('steamLoginSecure='))?.split(/[=;]/)[1] ?? ''
  const [, token] = decodeURIComponent(value).split('||')
  if (token === undefined) throw new TradeFailed('Steam: the sign-in gave no token')
  return token
}

/** A line that signs in when it is first used, and again when Steam has ended the session. */
export function openLine(options: SteamLineOptions): SteamLine {
  const { carriers, identitySecret } = options
  const account: SignedIn = signedIn(options, carriers?.signIn)
  const community = new SteamCommunity(carriers === undefined ? {} : { request: carriers.request })
  const manager = new TradeOfferManager({
    community,
    useAccessToken: true,
    // Withdrawals are asked about one by one; nothing is kept on disk.
    pollInterval: -1,
    dataDirectory: null,
  })
  let accessToken: string | undefined
  community.on('sessionExpired', () => {
    accessToken = undefined
  })

  async function ready(): Promise<string> {
    if (accessToken !== undefined) return accessToken
    const cookies = await account.cookies()
    await called<void>((done) => manager.setCookies(cookies, (error) => done(error, undefined)))
    // Steam sends nobody an offer before the account has taken note of trade protection; it may do so again.
    await called<void>((done) => acknowledge.call(community, (error) => done(error, undefined)))
    accessToken = accessTokenIn(cookies)
    return accessToken
  }

  async function inSession<T>(work: (token: string) => Promise<T>): Promise<T> {
    const token = await ready()
    try {
      return await work(token)
    } catch (error) {
      if (isSignedOut(error)) accessToken = undefined
      throw error
    }
  }

  const sent = (filter: number, since: Date): Promise<Offer[]> =>
    called((done) => manager.getOffers(filter, since, (error, offers) => done(error, offers)))

  return {
    inStock: (marketHashName) =>
      inSession(async () => {
        const offered = new Set(
          (await sent(EOfferFilter.ActiveOnly, new Date())).flatMap(({ itemsToGive }) =>
            itemsToGive.map(({ assetid }) => String(assetid)),
          ),
        )
        type Stock = Parameters<Parameters<typeof manager.getInventoryContents>[3]>[1]
        const stock = await called<Stock>((done) =>
          manager.getInventoryContents(CS2.app, CS2.context, true, (error, items) => done(error, items)),
        )
        return stock?.find((item) => item.market_hash_name === marketHashName && !offered.has(String(item.assetid)))
      }),
    find: (message, since) =>
      inSession(async () => (await sent(EOfferFilter.All, since)).find((offer) => offer.message === message)),
    draft: (tradeLink) => manager.createOffer(tradeLink),
    send: (offer) => inSession(() => called<void>((done) => offer.send((error) => done(error, undefined)))),
    confirm: (offerId) =>
      inSession(async () => {
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
        await called<void>((done) =>
          wanted.respond(allow.at, allow.key, true, (error) => done(error ?? null, undefined)),
        )
      }),
    offer: (id) => inSession(() => called<Offer>((done) => manager.getOffer(id, done))),
    cancel: (offer) => inSession(() => called<void>((done) => offer.cancel((error) => done(error, undefined)))),
    exchange: (tradeId) =>
      inSession(async (token) => {
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
      }),
    close: () => {
      account.stop()
      manager.shutdown()
    },
  }
}

/** Newer than the types of the library. */
const { acknowledgeTradeProtection: acknowledge } = SteamCommunity.prototype as unknown as {
  acknowledgeTradeProtection(this: SteamCommunity, callback: (error: Error | null) => void): void
}
