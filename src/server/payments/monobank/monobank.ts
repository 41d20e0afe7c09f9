// monobank's acquiring: cards and the bank's own app, in hryvnias. Its notices are signed by the bank's private key.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { textFor } from '../../../i18n/text.ts'
import type { Fetch } from '../../http/bounded-request.ts'
import { jsonBody, readAs, soleHeader } from '../notice-body.ts'
import {
  type Notice,
  NoticeRefused,
  type PaymentProvider,
  type PaymentState,
  ProviderFailed,
  type RawNotice,
} from '../provider.ts'
import { callProvider, type ProviderLine } from '../provider-call.ts'
import { type Invoice, invoiceSchema, stateOfInvoice } from './invoice.ts'
import { createSignatureCheck, type SignatureCheck } from './public-key.ts'

export interface MonobankOptions {
  readonly token: string
  readonly baseUrl?: string
  readonly fetch: Fetch
  readonly now: () => number
  readonly timeoutMs?: number
}

const HRYVNIA = 980
const VALIDITY_SECONDS_MIN = 60
const INVOICES_REMEMBERED = 10_000

const createdSchema = z.object({
  invoiceId: z.string().min(1).max(64),
  pageUrl: z.url({ protocol: /^https?$/ }).max(2000),
})
const cancelledSchema = z.object({ status: z.enum(['processing', 'success', 'failure']) })
const keySchema = z.object({ key: z.string().min(1).max(4000) })
const refusalSchema = z.object({ errCode: z.string() })

function codeOf(answer: unknown): string | undefined {
  return refusalSchema.safeParse(answer).data?.errCode
}

/** Says of each notice whether a newer one about the same invoice was here before it: the bank keeps no order. */
function createSequence(): (invoice: Invoice) => boolean {
  const newest = new LRUCache<string, number>({ max: INVOICES_REMEMBERED })
  return ({ invoiceId, modifiedDate }) => {
    if (modifiedDate === undefined) return false
    const at = Date.parse(modifiedDate)
    const before = newest.get(invoiceId)
    if (before !== undefined && at < before) return true
    newest.set(invoiceId, at)
    return false
  }
}

function createReader(check: SignatureCheck): (notice: RawNotice) => Promise<Notice> {
  const wasOvertaken = createSequence()
  return async (notice) => {
    const signature = soleHeader(notice, 'x-sign')
    if (!(await check.isSigned(notice.body, signature))) throw new NoticeRefused('the bank did not sign this body')
    const invoice = readAs(invoiceSchema, jsonBody(notice))
    const { invoiceId, status, modifiedDate = '', finalAmount = '', reference } = invoice
    const event = `${invoiceId}:${status}:${modifiedDate}:${finalAmount}`
    const about = { reference: invoiceId, orderId: reference }
    const state = stateOfInvoice(invoice)
    if (state === undefined) return { kind: 'other', event, about: `invoice ${invoiceId} in currency ${invoice.ccy}` }
    return wasOvertaken(invoice) ? { kind: 'hint', event, about } : { kind: 'state', event, about, state }
  }
}

/** The calls of the bank's API. */
function createCalls({ token, baseUrl = 'https://api.monobank.ua', fetch, timeoutMs }: MonobankOptions) {
  const line: ProviderLine = { provider: 'monobank', fetch, timeoutMs, codeOf }
  const headers = { 'x-token': token }
  const base = `${baseUrl}/api/merchant`
  return {
    create: (body: unknown) =>
      callProvider(line, `${base}/invoice/create`, { method: 'POST', headers, body }, createdSchema),
    status: (invoiceId: string) => {
      const query = new URLSearchParams({ invoiceId })
      return callProvider(line, `${base}/invoice/status?${query}`, { method: 'GET', headers }, invoiceSchema)
    },
    cancel: (body: unknown) =>
      callProvider(line, `${base}/invoice/cancel`, { method: 'POST', headers, body }, cancelledSchema),
    key: async () => (await callProvider(line, `${base}/pubkey`, { method: 'GET', headers }, keySchema)).key,
  }
}

/** monobank as a provider; `baseUrl` and `timeoutMs` are for tests. */
export function createMonobank(options: MonobankOptions): PaymentProvider {
  const { now } = options
  const calls = createCalls(options)
  const ask = async (reference: string): Promise<PaymentState> => {
    const invoice = await calls.status(reference)
    if (invoice.invoiceId !== reference) throw new ProviderFailed('monobank answered about another invoice')
    const state = stateOfInvoice(invoice)
    if (state === undefined) throw new ProviderFailed(`monobank was paid in currency ${invoice.ccy}`)
    return state
  }
  return {
    name: 'monobank',
    methods: [
      { name: 'monobank', title: 'monobank', icon: 'monobank', currencies: ['UAH'], least: 100, isCrypto: false },
    ],

    async open(order) {
      const seconds = Math.floor((order.expiresAt.getTime() - now()) / 1000)
      const { invoiceId, pageUrl } = await calls.create({
        amount: order.charge,
        ccy: HRYVNIA,
        merchantPaymInfo: { reference: order.id, destination: textFor(order.language, 'providers')('topUp') },
        redirectUrl: order.returnUrl,
        webHookUrl: order.noticeUrl,
        validity: Math.max(VALIDITY_SECONDS_MIN, seconds),
        paymentType: 'debit',
      })
      return { reference: invoiceId, url: pageUrl }
    },

    readNotice: createReader(createSignatureCheck({ fetchKey: calls.key, now })),
    ask,

    async refund({ reference, orderId }) {
      try {
        const { status } = await calls.cancel({ invoiceId: reference, extRef: orderId })
        if (status === 'failure') throw new ProviderFailed('monobank did not send the payment back')
      } catch (error) {
        // What was sent back before is refused the second time; then it is done all the same.
        const state = await ask(reference).catch(() => undefined)
        if (state?.kind !== 'refunded') throw error
      }
    },
  }
}
