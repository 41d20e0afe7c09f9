// monobank's acquiring on loopback: invoices, webhooks signed with its own key that it can change, and strict about
// fields.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import {
  jsonOf,
  openStandInServer,
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
} from './stand-in-server.ts'
import { postWebhook } from './webhook-receiver.ts'

export const MONOBANK_TOKEN = 'monobank-token-of-the-tests'

const webAddress = z.url({ protocol: /^https?$/ })

const createSchema = z.strictObject({
  amount: z.int().positive(),
  ccy: z.literal(980),
  merchantPaymInfo: z.strictObject({ reference: z.string().min(1), destination: z.string().min(1) }),
  redirectUrl: webAddress,
  webHookUrl: webAddress,
  validity: z.int().min(60),
  paymentType: z.literal('debit'),
})

const cancelSchema = z.strictObject({
  invoiceId: z.string().min(1),
  extRef: z.string().min(1),
  amount: z.int().min(1).optional(),
})

const removeSchema = z.strictObject({ invoiceId: z.string().min(1) })

export type MonobankStatus = 'created' | 'processing' | 'hold' | 'success' | 'failure' | 'reversed' | 'expired'

export interface MonobankInvoice {
  readonly invoiceId: string
  readonly status: MonobankStatus
  readonly amount: number
  readonly ccy: number
  readonly reference: string
  readonly createdDate: string
  readonly modifiedDate: string
  readonly finalAmount?: number
  readonly failureReason?: string
  readonly errCode?: string
  readonly cancelList?: readonly { readonly status: string; readonly amount: number; readonly ccy: number }[]
}

export interface MonobankStandIn {
  readonly server: StandInServer
  /** The requests, by invoice. */
  readonly asked: ReadonlyMap<string, z.infer<typeof createSchema>>
  /** The number of requests for the key. */
  readonly keysGiven: () => number
  /** Changes an invoice, with a later time than everything before. */
  settle(invoiceId: string, changes: Partial<MonobankInvoice>): MonobankInvoice
  /** Creates a webhook about an invoice, with its current or an earlier state. */
  sign(body: string): string
  tell(invoice: MonobankInvoice, noticeUrl: string): Promise<void>
  /** Signs with another key from now on. */
  changeKey(): void
  /** The outcome of the next refund; a success reverses the invoice. */
  refundsEnd: 'processing' | 'success' | 'failure'
  close(): Promise<void>
}

const refuse = (status: number, errCode: string, errText: string): StandInAnswer => ({
  status,
  body: { errCode, errText },
})

const newPair = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export async function openMonobank(now: () => number): Promise<MonobankStandIn> {
  let pair = newPair()
  let given = 0
  const invoices = new Map<string, MonobankInvoice>()
  const asked = new Map<string, z.infer<typeof createSchema>>()
  let ticks = 0
  /** One second later each time, independent of the clock. */
  const stamp = (): string => `${new Date(now() + ++ticks * 1000).toISOString().slice(0, 19)}Z`

  const settle = (invoiceId: string, changes: Partial<MonobankInvoice>): MonobankInvoice => {
    const before = invoices.get(invoiceId)
    if (before === undefined) throw new Error(`There is no invoice ${invoiceId}`)
    const after = { ...before, modifiedDate: stamp(), ...changes }
    invoices.set(invoiceId, after)
    return after
  }

  const create = (request: StandInRequest): StandInAnswer => {
    const parsed = createSchema.safeParse(jsonOf(request))
    if (!parsed.success) return refuse(400, 'BAD_REQUEST', `${parsed.error.issues[0]?.path.join('.')}`)
    const { amount, ccy, merchantPaymInfo } = parsed.data
    const invoiceId = `p2_${String(invoices.size + 1).padStart(9, '0')}`
    const at = stamp()
    const { reference } = merchantPaymInfo
    invoices.set(invoiceId, { invoiceId, status: 'created', amount, ccy, reference, createdDate: at, modifiedDate: at })
    asked.set(invoiceId, parsed.data)
    return { status: 200, body: { invoiceId, pageUrl: `https://pay.mbnk.biz/${invoiceId}` } }
  }

  const cancel = (request: StandInRequest): StandInAnswer => {
    const parsed = cancelSchema.safeParse(jsonOf(request))
    const invoice = invoices.get(parsed.data?.invoiceId ?? '')
    if (invoice?.status !== 'success') return refuse(400, 'INVALID_STATUS', 'invalid status for this operation')
    const status = standIn.refundsEnd
    const { finalAmount: before = invoice.amount, cancelList = [] } = invoice
    const { amount = before } = parsed.data ?? {}
    if (amount > before) return refuse(400, 'INVALID_AMOUNT', 'more than is left')
    const finalAmount = before - amount
    if (status === 'success') {
      settle(invoice.invoiceId, {
        ...(finalAmount === 0 ? { status: 'reversed' } : {}),
        finalAmount,
        cancelList: [...cancelList, { status, amount, ccy: 980 }],
      })
    }
    return { status: 200, body: { status, createdDate: stamp(), modifiedDate: stamp() } }
  }

  const remove = (request: StandInRequest): StandInAnswer => {
    const parsed = removeSchema.safeParse(jsonOf(request))
    const invoice = invoices.get(parsed.data?.invoiceId ?? '')
    if (invoice?.status !== 'created') return refuse(400, 'INVALID_STATUS', 'invalid status for this operation')
    settle(invoice.invoiceId, { status: 'expired' })
    return { status: 200, body: {} }
  }

  const answer = (request: StandInRequest): StandInAnswer => {
    const { method, path, query, headers } = request
    if (headers['x-token'] !== MONOBANK_TOKEN) return refuse(403, 'FORBIDDEN', `no rights for ${headers['x-token']}`)
    switch (`${method} ${path}`) {
      case 'POST /api/merchant/invoice/create':
        return create(request)
      case 'POST /api/merchant/invoice/cancel':
        return cancel(request)
      case 'POST /api/merchant/invoice/remove':
        return remove(request)
      case 'GET /api/merchant/invoice/status': {
        const invoice = query.size === 1 ? invoices.get(query.get('invoiceId') ?? '') : undefined
        return invoice === undefined ? refuse(404, 'NOT_FOUND', 'invoice not found') : { status: 200, body: invoice }
      }
      case 'GET /api/merchant/pubkey': {
        given += 1
        const pem = pair.publicKey.export({ type: 'spki', format: 'pem' })
        return { status: 200, body: { key: Buffer.from(pem).toString('base64') } }
      }
      default:
        return refuse(404, 'NOT_FOUND', 'no such call')
    }
  }

  const server = await openStandInServer(answer)
  const standIn: MonobankStandIn = {
    server,
    asked,
    keysGiven: () => given,
    settle,
    sign: (body) => sign('sha256', Buffer.from(body), pair.privateKey).toString('base64'),
    async tell(invoice, noticeUrl) {
      const body = JSON.stringify(invoice)
      await postWebhook(noticeUrl, { 'content-type': 'application/json', 'x-sign': standIn.sign(body) }, body)
    },
    changeKey() {
      pair = newPair()
    },
    refundsEnd: 'success',
    close: () => server.close(),
  }
  return standIn
}
