// CryptoCloud: coins, by its API version 2. The addresses for postbacks and for the way back are set in its cabinet, not by us.
import { z } from 'zod'
import type { Fetch } from '../../http/bounded-request.ts'
import { type OrderToPay, type PaymentProvider, ProviderFailed, type ProviderMethod } from '../provider.ts'
import { callProvider, type ProviderLine } from '../provider-call.ts'
import { createdSchema, infoSchema, stateOfInvoice } from './invoice.ts'
import { readPostbackNotice } from './postback.ts'

export interface CryptoCloudOptions {
  readonly apiKey: string
  readonly shopId: string
  /** Signs the postbacks. */
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

/** Below `least` the network's fee would eat a good part of the deposit. */
function coin(code: string, title: string, icon: string, least: number): Coin {
  const name = `cryptocloud-${code.toLowerCase().replace('_', '-')}`
  return { code, method: { name, title, icon, currencies: ['RUB', 'UAH', 'USD'], least, isCrypto: true } }
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

/** Its pages speak English and Russian. */
function localeOf({ language }: OrderToPay): string {
  return language === 'ru' ? 'ru' : 'en'
}

/** Whole minutes until the order ends, at least one: an invoice does not outlive its order. */
function timeToPay(order: OrderToPay, now: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.floor((order.expiresAt.getTime() - now) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** In a refusal the fields that it dislikes are the keys of `result`. */
const refusalSchema = z.object({ result: z.record(z.string(), z.unknown()) })

function codeOf(answer: unknown): string | undefined {
  const parsed = refusalSchema.safeParse(answer)
  return parsed.success ? Object.keys(parsed.data.result).join(',') : undefined
}

/** CryptoCloud as a provider; `baseUrl` and `timeoutMs` are for tests. */
export function createCryptoCloud(options: CryptoCloudOptions): PaymentProvider {
  const { apiKey, shopId, secret, baseUrl = 'https://api.cryptocloud.plus', fetch, now } = options
  const line: ProviderLine = { provider: 'CryptoCloud', fetch, timeoutMs: options.timeoutMs, codeOf }
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
      const address = `${baseUrl}/v2/invoice/create?locale=${localeOf(order)}`
      const { result } = await callProvider(line, address, { method: 'POST', headers, body }, createdSchema)
      return { reference: result.uuid, url: result.link }
    },

    readNotice: async (notice) => readPostbackNotice(notice, { secret, now }),

    async ask(reference) {
      const request = { method: 'POST', headers, body: { uuids: [reference] } } as const
      const { result } = await callProvider(line, `${baseUrl}/v2/invoice/merchant/info`, request, infoSchema)
      const invoice = result.find(({ uuid }) => uuid === reference)
      if (invoice === undefined) throw new ProviderFailed('CryptoCloud does not know the invoice')
      return stateOfInvoice(invoice)
    },

    async refund() {
      throw new ProviderFailed('CryptoCloud sends nothing back by itself: send the coins from its cabinet')
    },
  }
}
