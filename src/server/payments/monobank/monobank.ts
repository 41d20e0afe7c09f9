// monobank's acquiring: cards and the bank's own app, in hryvnias. Its webhook events are signed with the bank's private key.

import { hash } from 'node:crypto'
import { z } from 'zod'
import { textFor } from '../../../i18n/text.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { isId } from '../../base/ids.ts'
import type { Fetch } from '../../network/bounded-request.ts'
import {
  isWholeRefund,
  type PaymentProvider,
  type PaymentState,
  ProviderFailed,
  type WebhookEvent,
  WebhookRefused,
  type WebhookRequest,
} from '../provider.ts'
import { callProvider, type ProviderClient } from '../provider-call.ts'
import { jsonBody, parseAs, singleHeader } from '../webhook-body.ts'
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

/** The fields of an invoice that name its order; its own parse follows only where they name one. */
const ownerSchema = z.object({ invoiceId: z.string().min(1).max(64), reference: z.unknown().optional() })

const createdSchema = z.object({
  invoiceId: z.string().min(1).max(64),
  pageUrl: z.url({ protocol: /^https?$/ }).max(2000),
})
const cancelledSchema = z.object({ status: z.enum(['processing', 'success', 'failure']) })
/** An empty object. */
const removedSchema = z.strictObject({})
const keySchema = z.object({ key: z.string().min(1).max(4000) })
const refusalSchema = z.object({ errCode: z.string() })

function codeOf(answer: unknown): string | undefined {
  return refusalSchema.safeParse(answer).data?.errCode
}

/**
 * Returns a function that tells whether an event is older than a previous one about the same invoice: the bank does not preserve
 * their order.
 */
function createSequence(): (invoice: Invoice) => boolean {
  const newest = growingCache<string, number>(INVOICES_REMEMBERED)
  return ({ invoiceId, modifiedDate }) => {
    if (modifiedDate === undefined) return false
    const at = Date.parse(modifiedDate)
    const before = newest.get(invoiceId)
    if (before !== undefined && at < before) return true
    newest.set(invoiceId, at)
    return false
  }
}

function cancellationsOf({ cancelList = [] }: Invoice): string {
  return cancelList.map((back) => `:${back.status}${back.amount ?? ''}`).join('')
}

/** Returns the event of an invoice that cannot be read; one of an order is for a person. */
function unreadEvent(id: string, orderId: string | undefined, { body }: WebhookRequest): WebhookEvent {
  if (orderId === undefined) return { kind: 'other', event: `${id}:unread`, about: `invoice ${id} of another kind` }
  const state = { kind: 'unclear', concerns: 'payment', what: 'an invoice that cannot be read' } as const
  const event = `${id}:unread:${hash('sha256', body).slice(0, 16)}`
  return { kind: 'state', event, about: { reference: id, orderId }, state }
}

function createReader(check: SignatureCheck): (request: WebhookRequest) => Promise<WebhookEvent> {
  const wasOvertaken = createSequence()
  return async (request) => {
    const signature = singleHeader(request, 'x-sign')
    if (!(await check.isSigned(request.body, signature))) throw new WebhookRefused('the bank did not sign this body')
    const body = jsonBody(request)
    const { invoiceId: id, reference: owner } = parseAs(ownerSchema, body)
    const isOwn = typeof owner === 'string' && isId(owner.toLowerCase())
    const invoice = invoiceSchema.safeParse(body).data
    if (invoice === undefined) return unreadEvent(id, isOwn ? owner : undefined, request)
    const { invoiceId, status, modifiedDate = '', finalAmount = '', reference } = invoice
    // Its time and its final amount may be missing: a refund is another event than the payment all the same.
    const event = `${invoiceId}:${status}:${modifiedDate}:${finalAmount}${cancellationsOf(invoice)}`
    const about = { reference: invoiceId, orderId: reference }
    const state = stateOfInvoice(invoice)
    return wasOvertaken(invoice) ? { kind: 'hint', event, about } : { kind: 'state', event, about, state }
  }
}

/** Creates the calls of the bank's API. */
function createCalls({ token, baseUrl = 'https://api.monobank.ua', fetch, timeoutMs }: MonobankOptions) {
  const client: ProviderClient = { provider: 'monobank', fetch, timeoutMs, codeOf }
  const headers = { 'x-token': token }
  const base = `${baseUrl}/api/merchant`
  return {
    create: (body: unknown) =>
      callProvider(client, `${base}/invoice/create`, { method: 'POST', headers, body }, createdSchema),
    status: (invoiceId: string) => {
      const query = new URLSearchParams({ invoiceId })
      return callProvider(client, `${base}/invoice/status?${query}`, { method: 'GET', headers }, invoiceSchema)
    },
    cancel: (body: unknown) =>
      callProvider(client, `${base}/invoice/cancel`, { method: 'POST', headers, body }, cancelledSchema),
    remove: async (invoiceId: string): Promise<void> => {
      const request = { method: 'POST', headers, body: { invoiceId } } as const
      await callProvider(client, `${base}/invoice/remove`, request, removedSchema)
    },
    key: async () => (await callProvider(client, `${base}/pubkey`, { method: 'GET', headers }, keySchema)).key,
  }
}

/** Creates the provider; `baseUrl` and `timeoutMs` are for tests. */
export function createMonobank(options: MonobankOptions): PaymentProvider {
  const { now } = options
  const calls = createCalls(options)
  const fetchPaymentState = async (reference: string): Promise<PaymentState> => {
    const invoice = await calls.status(reference)
    if (invoice.invoiceId !== reference) throw new ProviderFailed('monobank returned another invoice')
    return stateOfInvoice(invoice)
  }
  return {
    name: 'monobank',
    methods: [
      // Paid by card on the page of monobank: it can be disputed like every card payment.
      { name: 'monobank', title: 'monobank', icon: 'monobank', currencies: ['UAH'], least: 100, kind: 'card' },
    ],

    async open(order) {
      const seconds = Math.floor((order.expiresAt.getTime() - now()) / 1000)
      const { invoiceId, pageUrl } = await calls.create({
        amount: order.charge,
        ccy: HRYVNIA,
        merchantPaymInfo: { reference: order.id, destination: textFor(order.language, 'providers')('topUp') },
        redirectUrl: order.returnUrl,
        webHookUrl: order.webhookUrl,
        validity: Math.max(VALIDITY_SECONDS_MIN, seconds),
        paymentType: 'debit',
      })
      return { reference: invoiceId, url: pageUrl }
    },

    readWebhook: createReader(createSignatureCheck({ fetchKey: calls.key, now })),
    fetchState: fetchPaymentState,

    cancel: calls.remove,

    async refund(wanted) {
      const { reference, orderId, refunded, minor } = wanted
      // Refunds of parts follow each other; each has a reference of its own.
      const extRef = refunded === 0 ? orderId : `${orderId}:${refunded}`
      const amount = isWholeRefund(wanted) ? {} : { amount: minor }
      try {
        const { status } = await calls.cancel({ invoiceId: reference, extRef, ...amount })
        if (status === 'failure') throw new ProviderFailed('monobank did not refund the payment')
      } catch (error) {
        // A repeated refund is rejected; it counts as done when the payment was refunded.
        const state = await fetchPaymentState(reference).catch(() => undefined)
        if (state?.kind !== 'refunded') throw error
      }
    },
  }
}
