// CryptoCloud's postbacks. Their token signs only the invoice's id, so their status and amounts are ignored, and the invoice is
// fetched instead.
import { z } from 'zod'
import { type WebhookEvent, WebhookRefused, type WebhookRequest } from '../provider.ts'
import { formBody, jsonBody, mediaTypeOf, parseAs } from '../webhook-body.ts'
import { invoiceReference } from './invoice.ts'
import { verifyPostbackToken } from './postback-token.ts'

const postbackSchema = z.object({
  invoice_id: z.string(),
  token: z.string().max(2000),
  invoice_info: z.object({ uuid: z.string() }).optional(),
})

type Postback = z.infer<typeof postbackSchema>

/** In a form `invoice_info` is JSON in a field, or missing. */
function fromForm(fields: ReadonlyMap<string, string>): unknown {
  const text = fields.get('invoice_info')
  let info: unknown
  try {
    info = text === undefined ? undefined : JSON.parse(text)
  } catch {
    throw new WebhookRefused('invoice_info is not JSON')
  }
  return { invoice_id: fields.get('invoice_id'), token: fields.get('token'), invoice_info: info }
}

/** The operator chooses at CryptoCloud whether postbacks are JSON or forms; both are accepted. */
function readPostback(request: WebhookRequest): Postback {
  const isForm = mediaTypeOf(request) === 'application/x-www-form-urlencoded'
  return parseAs(postbackSchema, isForm ? fromForm(formBody(request)) : jsonBody(request))
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
  const named = [postback.invoice_id, ...(postback.invoice_info === undefined ? [] : [postback.invoice_info.uuid])]
  if (named.some((id) => referenceIn(id) !== reference))
    throw new WebhookRefused('the token was made for another invoice')
  // Each delivery attempt has a new token; the order's id in the body is not signed.
  return { kind: 'hint', event: `${reference}:${claims.exp}`, about: { reference, orderId: undefined } }
}
