// CryptoCloud on loopback: its API version 2 and its postbacks, by its documentation. It refuses everything
// undocumented.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  jsonOf,
  openStandInServer,
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
} from './stand-in-server.ts'
import { postWebhook } from './webhook-receiver.ts'

export const CRYPTOCLOUD_KEYS = {
  apiKey: 'cryptocloud-api-key-of-the-tests',
  shopId: 'shop-of-the-tests',
  secret: 'cryptocloud-secret-of-the-tests',
} as const

const COINS = ['BTC', 'LTC', 'TRX', 'SOL', 'TON', 'BNB', 'ETH', 'USDT_TRC20', 'USDT_TON', 'USDT_ERC20'] as const

const createSchema = z.strictObject({
  shop_id: z.literal(CRYPTOCLOUD_KEYS.shopId),
  amount: z.number().positive().multipleOf(0.01),
  currency: z.enum(['USD', 'RUB', 'UAH']).default('USD'),
  order_id: z.string().min(1),
  add_fields: z
    .strictObject({
      time_to_pay: z.strictObject({ hours: z.int().min(0), minutes: z.int().min(0).max(59) }),
      available_currencies: z.array(z.enum(COINS)).min(1),
      cryptocurrency: z.enum(COINS),
    })
    .refine((fields) => fields.available_currencies.includes(fields.cryptocurrency)),
})

const infoSchema = z.strictObject({
  uuids: z
    .array(z.string().regex(/^(INV-)?[A-Z0-9]{8}$/))
    .min(1)
    .max(100),
})

const cancelSchema = z.strictObject({ uuid: z.string().regex(/^INV-[A-Z0-9]{8}$/) })

export type InvoiceStatus = 'created' | 'paid' | 'partial' | 'overpaid' | 'canceled'

export interface StandInInvoice {
  readonly uuid: string
  status: InvoiceStatus
  isTest: boolean
  readonly asked: z.infer<typeof createSchema>
}

export interface CryptoCloudStandIn {
  readonly server: StandInServer
  readonly invoices: ReadonlyMap<string, StandInInvoice>
  /** Sets the status of an invoice, like the blockchain. */
  settle(uuid: string, status: InvoiceStatus): void
  /** Posts the postback of an invoice, in the format that the shop has configured. */
  tell(uuid: string, noticeUrl: string, format?: 'json' | 'form'): Promise<void>
  close(): Promise<void>
}

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Creates a JSON Web Token with any header and secret. */
export function signToken(
  claims: unknown,
  options: { readonly secret?: string; readonly header?: unknown; readonly hash?: string } = {},
): string {
  const { secret = CRYPTOCLOUD_KEYS.secret, header = { typ: 'JWT', alg: 'HS256' }, hash = 'sha256' } = options
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

/** The postback of a paid invoice. */
export function postbackOf({ uuid, asked }: StandInInvoice, now: number): Record<string, unknown> {
  const bare = uuid.slice('INV-'.length)
  return {
    status: 'success',
    invoice_id: bare,
    amount_crypto: 12.5,
    currency: 'USDT_TRC20',
    order_id: asked.order_id,
    token: signToken({ id: bare, exp: Math.floor(now / 1000) + 300 }),
    invoice_info: { uuid, status: 'paid', amount: 12.5, amount_usd: 12.5, invoice_status: 'success', test_mode: false },
  }
}

/** Python's encoding of a form: values that are not text become JSON. */
export function asForm(postback: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(postback).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(fields).toString()
}

const refuse = (status: number, field: string, problem: string): StandInAnswer => ({
  status,
  body: { status: 'error', result: { [field]: problem } },
})

function infoOf({ uuid, status, isTest, asked }: StandInInvoice): Record<string, unknown> {
  const isPaid = status === 'paid' || status === 'overpaid'
  return {
    uuid,
    status,
    address: 'T-an-address',
    amount: 12.5,
    amount_usd: 12.5,
    received: isPaid ? 12.5 : 0,
    received_usd: isPaid ? 12.5 : 0,
    fee: 1.4,
    order_id: asked.order_id,
    test_mode: isTest,
  }
}

export async function openCryptoCloud(now: () => number): Promise<CryptoCloudStandIn> {
  const invoices = new Map<string, StandInInvoice>()

  const create = (request: StandInRequest): StandInAnswer => {
    const locale = request.query.get('locale')
    if (locale !== 'en' && locale !== 'ru') return refuse(400, 'locale', 'unknown')
    const parsed = createSchema.safeParse(jsonOf(request))
    if (!parsed.success) return refuse(400, String(parsed.error.issues[0]?.path[0] ?? 'body'), 'invalid')
    const uuid = `INV-${String(invoices.size + 1).padStart(8, 'A')}`
    invoices.set(uuid, { uuid, status: 'created', isTest: false, asked: parsed.data })
    const result = { uuid, status: 'created', link: `https://pay.cryptocloud.plus/${uuid.slice(4)}`, amount: 12.5 }
    return { status: 200, body: { status: 'success', result } }
  }

  const info = (request: StandInRequest): StandInAnswer => {
    const parsed = infoSchema.safeParse(jsonOf(request))
    if (!parsed.success) return refuse(400, 'uuids', 'invalid')
    const wanted = parsed.data.uuids.map((uuid) => `INV-${uuid.replace(/^INV-/, '')}`)
    const result = [...invoices.values()].filter(({ uuid }) => wanted.includes(uuid)).map(infoOf)
    return { status: 200, body: { status: 'success', result } }
  }

  const cancel = (request: StandInRequest): StandInAnswer => {
    const parsed = cancelSchema.safeParse(jsonOf(request))
    const invoice = invoices.get(parsed.data?.uuid ?? '')
    if (invoice?.status !== 'created') return refuse(400, 'validate_error', 'Invoice is not created')
    invoice.status = 'canceled'
    return { status: 200, body: { status: 'success', result: ['ok'] } }
  }

  const server = await openStandInServer((request) => {
    if (request.headers.authorization !== `Token ${CRYPTOCLOUD_KEYS.apiKey}`)
      return refuse(401, 'authorization', `Unauthorized request: ${request.headers.authorization}`)
    if (request.method !== 'POST') return refuse(405, 'method', 'not allowed')
    if (request.path === '/v2/invoice/create') return create(request)
    if (request.path === '/v2/invoice/merchant/info') return info(request)
    if (request.path === '/v2/invoice/merchant/canceled') return cancel(request)
    return refuse(404, 'path', 'unknown')
  })

  const find = (uuid: string): StandInInvoice => {
    const invoice = invoices.get(uuid)
    if (invoice === undefined) throw new Error(`There is no invoice ${uuid}`)
    return invoice
  }
  return {
    server,
    invoices,
    settle: (uuid, status) => {
      find(uuid).status = status
    },
    tell(uuid, noticeUrl, format = 'json') {
      const postback = postbackOf(find(uuid), now())
      return format === 'json'
        ? postWebhook(noticeUrl, { 'content-type': 'application/json' }, JSON.stringify(postback))
        : postWebhook(noticeUrl, { 'content-type': 'application/x-www-form-urlencoded' }, asForm(postback))
    },
    close: () => server.close(),
  }
}
