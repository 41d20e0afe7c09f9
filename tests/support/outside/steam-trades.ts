// A Steam on loopback, for trades: sign-in by password and authenticator, inventory, offers, confirmations, trades. The
// real libraries use it through injected transports.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SteamClientOptions } from '../../../src/server/trade/steam/client.ts'
import { requestCarrier, signInCarrier, tokenFor } from './steam-carriers.ts'

const OFFER_LIFE_SECONDS = 14 * 86_400

export interface StandInOffer {
  readonly id: string
  readonly partner: string
  readonly message: string
  readonly assetid: string
  /** ETradeOfferState. */
  state: number
  tradeid: string | undefined
  readonly madeAtSeconds: number
}

export interface StandInTrade {
  /** ETradeStatus. */
  status: number
  timeInit: number
  rollback: string | undefined
  /** The trade that is told about, where it is not the one that was asked for. */
  tradeid?: string
}

export interface SteamTrades {
  readonly carriers: NonNullable<SteamClientOptions['carriers']>
  /** The shop's items: a name for each asset. */
  readonly stock: Map<string, string>
  readonly offers: Map<string, StandInOffer>
  readonly trades: Map<string, StandInTrade>
  /** Each request to a path, in order. */
  readonly calls: string[]
  /**
   * The next offer: refused with this message, which may make it all the same, created without a response, or not confirmable the first time;
   * or the next answer about the state of an offer.
   */
  next: { refuse?: string; makes?: true; loseAnswer?: true; failConfirm?: true; answer?: unknown }
  /** How many of the next lists of all offers come without any. */
  emptyLists: number
  /** The number of sign-ins. */
  signIns: number
  /** Ends every session: the next request is refused. */
  signOut(): void
  close(): Promise<void>
}

interface Ask {
  readonly path: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  readonly cookie: string
}

interface Reply {
  readonly status?: number
  readonly body: unknown
}

async function read(message: IncomingMessage): Promise<Ask> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://steam')
  const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'))
  return { path: pathname, query: searchParams, form, cookie: message.headers.cookie ?? '' }
}

/** The stand-in's state. */
type State = Omit<SteamTrades, 'carriers' | 'close' | 'signOut'>

const rawOffer = (offer: StandInOffer) => ({
  tradeofferid: offer.id,
  accountid_other: Number(BigInt(offer.partner) - 76561197960265728n),
  message: offer.message,
  expiration_time: offer.madeAtSeconds + OFFER_LIFE_SECONDS,
  trade_offer_state: offer.state,
  items_to_give: [
    { appid: 730, contextid: '2', assetid: offer.assetid, classid: offer.assetid, instanceid: '0', amount: '1' },
  ],
  is_our_offer: true,
  time_created: offer.madeAtSeconds,
  time_updated: offer.madeAtSeconds,
  tradeid: offer.tradeid,
})

function send(books: State, { form }: Ask): Reply {
  const { refuse, makes, loseAnswer, failConfirm } = books.next
  books.next = failConfirm ? { failConfirm } : {}
  if (refuse !== undefined && makes === undefined) return { status: 500, body: { strError: refuse } }
  const [asset] = JSON.parse(form.get('json_tradeoffer') ?? '{}').me.assets
  if (!books.stock.has(asset.assetid)) return { status: 500, body: { strError: 'There was an error (26)' } }
  const id = String(1001 + books.offers.size)
  books.offers.set(id, {
    id,
    partner: form.get('partner') ?? '',
    message: form.get('tradeoffermessage') ?? '',
    assetid: asset.assetid,
    state: 9,
    tradeid: undefined,
    madeAtSeconds: Math.floor(Date.now() / 1000),
  })
  if (refuse !== undefined) return { status: 500, body: { strError: refuse } }
  if (loseAnswer) return { status: 502, body: {} }
  return { body: { tradeofferid: id, needs_mobile_confirmation: true } }
}

function confirmations(books: State, { path, query }: Ask): Reply {
  if (path.endsWith('getlist')) {
    const open = [...books.offers.values()].filter(({ state }) => state === 9)
    const conf = open.map(({ id }) => ({ id: `c${id}`, type: 2, creator_id: id, nonce: `n${id}`, creation_time: 0 }))
    return { body: { success: true, conf } }
  }
  if (books.next.failConfirm) {
    books.next = {}
    return { body: { success: false, message: 'Try again' } }
  }
  const offer = books.offers.get((query.get('cid') ?? '').slice(1))
  if (offer === undefined || query.get('ck') !== `n${offer.id}` || query.get('op') !== 'allow') {
    return { body: { success: false } }
  }
  offer.state = 2
  return { body: { success: true } }
}

function econ(books: State, { path, query }: Ask): Reply {
  const { offers, trades } = books
  if (path.includes('GetTradeOffers')) {
    if (query.get('active_only') === '0' && books.emptyLists > 0) {
      books.emptyLists--
      return { body: { response: {} } }
    }
    const since = Number(query.get('time_historical_cutoff'))
    const isWanted = ({ state, madeAtSeconds }: StandInOffer): boolean =>
      state === 2 || state === 9 || (query.get('active_only') === '0' && madeAtSeconds >= since)
    return { body: { response: { trade_offers_sent: [...offers.values()].filter(isWanted).map(rawOffer) } } }
  }
  if (path.includes('GetTradeOffer/')) {
    const { answer } = books.next
    books.next = {}
    if (answer !== undefined) return { body: answer }
    const offer = offers.get(query.get('tradeofferid') ?? '')
    return { body: { response: offer === undefined ? {} : { offer: rawOffer(offer) } } }
  }
  const trade = trades.get(query.get('tradeid') ?? '')
  const found = trade && {
    tradeid: trade.tradeid ?? query.get('tradeid'),
    status: trade.status,
    time_init: trade.timeInit,
    rollback_trade: trade.rollback,
  }
  return { body: { response: { trades: found === undefined ? [] : [found] } } }
}

function inventory({ stock }: State): Reply {
  const assets = [...stock.keys()].map((assetid) => ({
    appid: 730,
    contextid: '2',
    assetid,
    classid: assetid,
    amount: '1',
  }))
  const descriptions = [...stock].map(([classid, name]) => ({ classid, market_hash_name: name, name, tradable: 1 }))
  return { body: { success: 1, assets, descriptions, total_inventory_count: assets.length } }
}

/** The response of the shop's page or the API to a signed-in client. */
function answer(books: State, ask: Ask): Reply {
  const { path } = ask
  if (path.startsWith('/api.steampowered.com/')) return econ(books, ask)
  if (path.endsWith('/tradeoffer/new/send')) return send(books, ask)
  if (path.includes('/mobileconf/')) return confirmations(books, ask)
  if (path.includes('/inventory/')) return inventory(books)
  const cancelled = /\/tradeoffer\/(\d+)\/cancel$/.exec(path)?.[1]
  const offer = books.offers.get(cancelled ?? '')
  if (offer !== undefined) {
    offer.state = 6
    return { body: { tradeofferid: offer.id } }
  }
  if (path.endsWith('/trade/new/acknowledge')) return { body: {} }
  return { status: 404, body: {} }
}

/** Opens it on a free port. */
export async function openSteamTrades(): Promise<SteamTrades> {
  let serial = 0
  let goodToken = ''
  const newToken = (): string => {
    goodToken = tokenFor(['web:community'], ++serial)
    return goodToken
  }
  const books: State = {
    stock: new Map(),
    offers: new Map(),
    trades: new Map(),
    calls: [],
    next: {},
    emptyLists: 0,
    signIns: 0,
  }
  const isSignedIn = ({ path, query, cookie }: Ask): boolean =>
    path.startsWith('/api.steampowered.com/')
      ? query.get('access_token') === goodToken
      : cookie.includes(encodeURIComponent(goodToken))

  const server = createServer((message, response) => {
    read(message).then((ask) => {
      books.calls.push(ask.path)
      const { status = 200, body } = isSignedIn(ask) ? answer(books, ask) : { status: 401, body: {} }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const onSignIn = (): void => void books.signIns++
  return Object.assign(books, {
    carriers: {
      signIn: signInCarrier(newToken, onSignIn),
      request: requestCarrier(address),
    } as unknown as SteamTrades['carriers'],
    signOut: (): void => {
      goodToken = 'none'
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
