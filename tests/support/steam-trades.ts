// A Steam of its own on loopback, as far as trades go: sign-in by password and authenticator, inventory, offers, confirmations,
// trades. The real libraries speak to it: what carries their requests is handed to them.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getProtoForMethod } from 'steam-session/dist/protobufs.js'
import { generateAuthCode } from 'steam-totp'
import type { SteamLineOptions } from '../../src/server/trade/steam/line.ts'

export const SHOP = {
  account: 'shop',
  password: 'correct horse battery',
  sharedSecret: Buffer.from('a shared secret of 20').toString('base64'),
  identitySecret: Buffer.from('identity secret of 20').toString('base64'),
} as const

const SHOP_STEAMID = '76561198000000777'
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
}

export interface SteamTrades {
  readonly carriers: NonNullable<SteamLineOptions['carriers']>
  /** What the shop has: a name for each asset. */
  readonly stock: Map<string, string>
  readonly offers: Map<string, StandInOffer>
  readonly trades: Map<string, StandInTrade>
  /** Each request to a path, in order. */
  readonly calls: string[]
  /** The next offer that is sent: refused with this sentence, made without an answer, or not to be confirmed the first time. */
  next: { refuse?: string; loseAnswer?: true; failConfirm?: true }
  /** How often somebody signed in. */
  signIns: number
  /** Every session ends: the next request is turned away. */
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

function tokenFor(audience: readonly string[], serial: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ sub: SHOP_STEAMID, aud: audience, jti: serial })}.signature`
}

interface ApiRequest {
  readonly apiInterface: string
  readonly apiMethod: string
  readonly requestData?: Uint8Array
}

/** The calls of a sign-in, in the protocol buffers that Steam speaks. */
function signInCarrier(newToken: () => string, onSignIn: () => void) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const hex = (value: string): string => Buffer.from(value, 'base64url').toString('hex')
  const padding = constants.RSA_PKCS1_PADDING
  let codeTaken = false

  // biome-ignore lint/suspicious/noExplicitAny: messages of protocol buffers have no types here
  function answer(method: string, asked: any): { result: number; data?: object } {
    switch (method) {
      case 'GetPasswordRSAPublicKey':
        return { result: 1, data: { publickey_mod: hex(n), publickey_exp: hex(e), timestamp: '1' } }
      case 'BeginAuthSessionViaCredentials': {
        const sent = Buffer.from(asked.encrypted_password, 'base64')
        const password = privateDecrypt({ key: privateKey, padding }, sent).toString('utf8')
        if (asked.account_name !== SHOP.account || password !== SHOP.password) return { result: 5 }
        codeTaken = false
        const data = {
          client_id: '1',
          request_id: Buffer.from('request'),
          interval: 0.01,
          steamid: SHOP_STEAMID,
          allowed_confirmations: [{ confirmation_type: 3 }],
        }
        return { result: 1, data }
      }
      case 'UpdateAuthSessionWithSteamGuardCode':
        codeTaken = asked.code === generateAuthCode(SHOP.sharedSecret)
        return { result: codeTaken ? 1 : 88, data: {} }
      case 'PollAuthSessionStatus':
        if (!codeTaken) return { result: 1, data: {} }
        onSignIn()
        return { result: 1, data: { refresh_token: tokenFor(['derive', 'mobile'], 0), account_name: SHOP.account } }
      case 'GenerateAccessTokenForApp':
        return { result: 1, data: { access_token: newToken() } }
      default:
        throw new Error(`The stand-in knows no ${method}`)
    }
  }

  return {
    sendRequest: async ({ apiInterface, apiMethod, requestData }: ApiRequest) => {
      const { request, response } = getProtoForMethod(apiInterface, apiMethod)
      const asked = request.toObject(request.decode(requestData ?? new Uint8Array()), { longs: String })
      const { result, data } = answer(apiMethod, asked)
      return { result, responseData: data === undefined ? undefined : Buffer.from(response.encode(data).finish()) }
    },
    close: () => undefined,
  }
}

interface Wanted {
  readonly uri: string
  readonly method?: string
  readonly qs?: Record<string, unknown>
  readonly form?: Record<string, unknown>
  readonly json?: unknown
  readonly headers?: Record<string, string>
}

/** Carries requests to the stand-in instead of the host that they name; the host comes first in the path. */
function requestCarrier(address: () => string) {
  const text = (fields: Record<string, unknown> = {}): URLSearchParams =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    )
  const carry =
    (jar: { getCookieString(uri: string): string }) =>
    (wanted: Wanted, done: (error: Error | null, response?: object, body?: unknown) => void): void => {
      const { host, pathname, search } = new URL(wanted.uri)
      const query = new URLSearchParams([...new URLSearchParams(search), ...text(wanted.qs)])
      const init = {
        method: wanted.method ?? 'GET',
        headers: { cookie: jar.getCookieString(wanted.uri) },
        ...(wanted.form === undefined ? {} : { body: text(wanted.form) }),
      }
      fetch(`${address()}/${host}${pathname.replace('//', '/')}?${query}`, init)
        .then(async (reply) => {
          const raw = await reply.text()
          const body = wanted.json ? JSON.parse(raw) : raw
          return { statusCode: reply.status, headers: Object.fromEntries(reply.headers), body }
        })
        .then(
          (response) => done(null, response, response.body),
          (error: Error) => done(error),
        )
    }
  return { defaults: ({ jar }: { jar: Parameters<typeof carry>[0] }) => carry(jar) }
}

async function read(message: IncomingMessage): Promise<Ask> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://steam')
  const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'))
  return { path: pathname, query: searchParams, form, cookie: message.headers.cookie ?? '' }
}

/** Opens it on a free port. */
export async function openSteamTrades(): Promise<SteamTrades> {
  let serial = 0
  let goodToken = ''
  const newToken = (): string => {
    goodToken = tokenFor(['web:community'], ++serial)
    return goodToken
  }
  const state: Omit<SteamTrades, 'carriers' | 'close' | 'signOut'> = {
    stock: new Map(),
    offers: new Map(),
    trades: new Map(),
    calls: [],
    next: {},
    signIns: 0,
  }
  const { stock, offers, trades, calls } = state
  let made = 1000

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

  function send({ form }: Ask): Reply {
    const { refuse, loseAnswer, failConfirm } = state.next
    state.next = failConfirm ? { failConfirm } : {}
    if (refuse !== undefined) return { status: 500, body: { strError: refuse } }
    const [asset] = JSON.parse(form.get('json_tradeoffer') ?? '{}').me.assets
    if (!stock.has(asset.assetid)) return { status: 500, body: { strError: 'There was an error (26)' } }
    const id = String(++made)
    offers.set(id, {
      id,
      partner: form.get('partner') ?? '',
      message: form.get('tradeoffermessage') ?? '',
      assetid: asset.assetid,
      state: 9,
      tradeid: undefined,
      madeAtSeconds: Math.floor(Date.now() / 1000),
    })
    if (loseAnswer) return { status: 502, body: {} }
    return { body: { tradeofferid: id, needs_mobile_confirmation: true } }
  }

  function confirmations({ path, query }: Ask): Reply {
    if (path.endsWith('getlist')) {
      const open = [...offers.values()].filter(({ state }) => state === 9)
      const conf = open.map(({ id }) => ({ id: `c${id}`, type: 2, creator_id: id, nonce: `n${id}`, creation_time: 0 }))
      return { body: { success: true, conf } }
    }
    if (state.next.failConfirm) {
      state.next = {}
      return { body: { success: false, message: 'Try again' } }
    }
    const offer = offers.get((query.get('cid') ?? '').slice(1))
    if (offer === undefined || query.get('ck') !== `n${offer.id}` || query.get('op') !== 'allow') {
      return { body: { success: false } }
    }
    offer.state = 2
    return { body: { success: true } }
  }

  function econ({ path, query }: Ask): Reply {
    if (path.includes('GetTradeOffers')) {
      const since = Number(query.get('time_historical_cutoff'))
      const isWanted = ({ state, madeAtSeconds }: StandInOffer): boolean =>
        state === 2 || state === 9 || (query.get('active_only') === '0' && madeAtSeconds >= since)
      return { body: { response: { trade_offers_sent: [...offers.values()].filter(isWanted).map(rawOffer) } } }
    }
    if (path.includes('GetTradeOffer/')) {
      const offer = offers.get(query.get('tradeofferid') ?? '')
      return { body: { response: offer === undefined ? {} : { offer: rawOffer(offer) } } }
    }
    const trade = trades.get(query.get('tradeid') ?? '')
    const found = trade && {
      tradeid: query.get('tradeid'),
      status: trade.status,
      time_init: trade.timeInit,
      rollback_trade: trade.rollback,
    }
    return { body: { response: { trades: found === undefined ? [] : [found] } } }
  }

  function inventory(): Reply {
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

  function answer(ask: Ask): Reply {
    const { path, query, cookie } = ask
    calls.push(path)
    if (path.startsWith('/api.steampowered.com/')) {
      if (query.get('access_token') !== goodToken) return { status: 401, body: {} }
      return econ(ask)
    }
    if (!cookie.includes(encodeURIComponent(goodToken))) return { status: 401, body: {} }
    if (path.endsWith('/tradeoffer/new/send')) return send(ask)
    if (path.includes('/mobileconf/')) return confirmations(ask)
    if (path.includes('/inventory/')) return inventory()
    const cancelled = /\/tradeoffer\/(\d+)\/cancel$/.exec(path)?.[1]
    const offer = offers.get(cancelled ?? '')
    if (offer !== undefined) {
      offer.state = 6
      return { body: { tradeofferid: offer.id } }
    }
    if (path.endsWith('/trade/new/acknowledge')) return { body: {} }
    return { status: 404, body: {} }
  }

  const server = createServer((message, response) => {
    read(message).then((ask) => {
      const { status = 200, body } = answer(ask)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const onSignIn = (): void => void state.signIns++
  return Object.assign(state, {
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
