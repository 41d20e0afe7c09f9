// CryptoCloud's postbacks. Their token signs only the invoice's id, so their status and amounts are ignored, and the invoice is
// fetched instead.
import { z } from 'zod'
import { type WebhookEvent, WebhookRefused, type WebhookRequest } from '../provider.ts'
import { formBody, jsonBody, mediaTypeOf, parseAs } from '../webhook-body.ts'
import { invoiceReference } from './invoice.ts'
import { verifyPostbackToken } from './postback-token.ts'

/** The details repeat what the token says. They are compared where they can be read, and ignored where not. */
const postbackSchema = z.object({
  invoice_id: z.string(),
  token: z.string().max(2000),
  invoice_info: z.unknown().optional(),
})

type Postback = z.infer<typeof postbackSchema>

const detailsSchema = z.object({ uuid: z.string() })

/** In a form the details are JSON, the text of a Python dict, or the names of their fields, once for each. */
const REPEATABLE = ['invoice_info', 'invoice_info[]'] as const

function fromForm(fields: ReadonlyMap<string, string>): unknown {
  const uuid = fields.get('invoice_info[uuid]')
  const details = uuid === undefined ? fields.get('invoice_info') : { uuid }
  return { invoice_id: fields.get('invoice_id'), token: fields.get('token'), invoice_info: details }
}

/** A uuid in the text of a Python dict, or of JSON that is cut. */
const UUID_IN_TEXT = /['"]uuid['"]\s*:\s*['"]([^'"]{0,64})['"]/

function detailsOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { uuid: UUID_IN_TEXT.exec(text)?.[1] }
  }
}

/** Returns the invoice that the details name; undefined where they cannot be read. */
function referenceInDetails(details: unknown): string | undefined {
  const record = typeof details === 'string' ? detailsOf(details) : details
  const { data } = detailsSchema.safeParse(record)
  return data === undefined ? undefined : invoiceReference(data.uuid)
}

/** The operator chooses at CryptoCloud whether postbacks are JSON or forms; both are accepted. */
function readPostback(request: WebhookRequest): Postback {
  const isForm = mediaTypeOf(request) === 'application/x-www-form-urlencoded'
  return parseAs(postbackSchema, isForm ? fromForm(formBody(request, REPEATABLE)) : jsonBody(request))
}

function referenceIn(id: string): string {
  const reference = invoiceReference(id)
  if (reference === undefined) throw new WebhookRefused('an invoice id is malformed')
  return reference
}

/**
 * Verifies a postback.
 *
 * @throws WebhookRefused when its token is invalid, or belongs to another invoice
 */
export function readPostbackEvent(
  request: WebhookRequest,
  options: { readonly secret: string; readonly now: () => number },
): WebhookEvent {
  const postback = readPostback(request)
  const claims = verifyPostbackToken(postback.token, options)
  const reference = referenceIn(claims.id)
  const detailed = referenceInDetails(postback.invoice_info)
  if (referenceIn(postback.invoice_id) !== reference || (detailed !== undefined && detailed !== reference))
    throw new WebhookRefused('the token was made for another invoice')
  // Each delivery attempt has a new token; the order's id in the body is not signed.
  return { kind: 'hint', event: `${reference}:${claims.exp}`, about: { reference, orderId: undefined } }
}
