// CryptoCloud: coins, by its API version 2. The URLs of postbacks and of the return page are set in its dashboard, not in requests.
import { z } from 'zod'
import type { Language } from '../../../game/base/language.ts'
import type { Fetch } from '../../network/bounded-request.ts'
import { type OrderToPay, type PaymentProvider, ProviderFailed, type ProviderMethod } from '../provider.ts'
import { callProvider, type ProviderClient } from '../provider-call.ts'
import { cancelledSchema, createdSchema, infoSchema, stateOfInvoice } from './invoice.ts'
import { readPostbackEvent } from './postback.ts'

export interface CryptoCloudOptions {
  readonly apiKey: string
  readonly shopId: string
  /** The key of the postbacks' signatures. */
  readonly secret: string
  readonly baseUrl?: string
  readonly fetch: Fetch
  readonly now: () => number
  readonly timeoutMs?: number
}

interface Coin {
  readonly method: ProviderMethod
  /** CryptoCloud's code of the coin on its network. */
  readonly code: string
}

/** `least` keeps the network's fee small compared with the deposit. */
function coin(code: string, title: string, icon: string, least: number): Coin {
  const name = `cryptocloud-${code.toLowerCase().replace('_', '-')}`
  return { code, method: { name, title, icon, currencies: ['RUB', 'UAH', 'USD'], least, kind: 'crypto' } }
}

const COINS: readonly Coin[] = [
  coin('USDT_TRC20', 'USDT (TRC-20)', 'usdt', 500),
  coin('USDT_TON', 'USDT (TON)', 'usdt', 300),
  coin('BTC', 'Bitcoin', 'btc', 1000),
  coin('ETH', 'Ethereum', 'eth', 1000),
  coin('TON', 'Toncoin', 'ton', 300),
  coin('LTC', 'Litecoin', 'ltc', 300),
  coin('TRX', 'TRON', 'trx', 300),
  coin('SOL', 'Solana', 'sol', 300),
]

/** The languages of its pages, which are in English and Russian. */
const LOCALES: Readonly<Record<Language, 'en' | 'ru'>> = { en: 'en', ru: 'ru', uk: 'en' }

/** Returns the whole minutes until the order expires, at least one: an invoice does not outlive its order. */
function timeToPay(order: OrderToPay, now: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.floor((order.expiresAt.getTime() - now) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** In an error response, the invalid fields are the keys of `result`. */
const refusalSchema = z.object({ result: z.record(z.string(), z.unknown()) })

function codeOf(answer: unknown): string | undefined {
  const parsed = refusalSchema.safeParse(answer)
  return parsed.success ? Object.keys(parsed.data.result).join(',') : undefined
}

/** Creates the provider; `baseUrl` and `timeoutMs` are for tests. */
export function createCryptoCloud(options: CryptoCloudOptions): PaymentProvider {
  const { apiKey, shopId, secret, baseUrl = 'https://api.cryptocloud.plus', fetch, now } = options
  const client: ProviderClient = { provider: 'CryptoCloud', fetch, timeoutMs: options.timeoutMs, codeOf }
  const headers = { authorization: `Token ${apiKey}` }
  return {
    name: 'cryptocloud',
    methods: COINS.map(({ method }) => method),

    async open(order) {
      const chosen = COINS.find(({ method }) => method.name === order.method)
      if (chosen === undefined) throw new ProviderFailed(`CryptoCloud has no method ${order.method}`)
      const body = {
        shop_id: shopId,
        amount: order.charge / 100,
        currency: order.currency,
        order_id: order.id,
        add_fields: {
          time_to_pay: timeToPay(order, now()),
          available_currencies: [chosen.code],
          cryptocurrency: chosen.code,
        },
      }
      const address = `${baseUrl}/v2/invoice/create?locale=${LOCALES[order.language]}`
      const { result } = await callProvider(client, address, { method: 'POST', headers, body }, createdSchema)
      return { reference: result.uuid, url: result.link }
    },

    readWebhook: async (request) => readPostbackEvent(request, { secret, now }),

    async fetchState(reference) {
      const request = { method: 'POST', headers, body: { uuids: [reference] } } as const
      const { result } = await callProvider(client, `${baseUrl}/v2/invoice/merchant/info`, request, infoSchema)
      const invoice = result.find(({ uuid }) => uuid === reference)
      if (invoice === undefined) throw new ProviderFailed('CryptoCloud does not know the invoice')
      return stateOfInvoice(invoice)
    },

    async cancel(reference) {
      const request = { method: 'POST', headers, body: { uuid: reference } } as const
      await callProvider(client, `${baseUrl}/v2/invoice/merchant/canceled`, request, cancelledSchema)
    },

    async refund() {
      throw new ProviderFailed('CryptoCloud sends nothing back by itself: send the coins from its cabinet')
    },
  }
}
