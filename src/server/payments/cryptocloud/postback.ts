// CryptoCloud's postbacks. Their token vouches for the invoice's id alone, so whatever else they say about status and amounts is
// not even read: the invoice has to be asked for.
import { z } from 'zod'
import { formBody, jsonBody, mediaTypeOf, readAs } from '../notice-body.ts'
import { type Notice, NoticeRefused, type RawNotice } from '../provider.ts'
import { invoiceReference } from './invoice.ts'
import { verifyPostbackToken } from './postback-token.ts'

const postbackSchema = z.object({
  invoice_id: z.string(),
  token: z.string().max(2000),
  invoice_info: z.object({ uuid: z.string() }).optional(),
})

type Postback = z.infer<typeof postbackSchema>

/** In a form `invoice_info` is JSON within a field, or left out. */
function fromForm(fields: ReadonlyMap<string, string>): unknown {
  const text = fields.get('invoice_info')
  let info: unknown
  try {
    info = text === undefined ? undefined : JSON.parse(text)
  } catch {
    throw new NoticeRefused('invoice_info is no JSON')
  }
  return { invoice_id: fields.get('invoice_id'), token: fields.get('token'), invoice_info: info }
}

/** The operator chooses at CryptoCloud whether postbacks are JSON or forms: both are understood. */
function readPostback(notice: RawNotice): Postback {
  const isForm = mediaTypeOf(notice) === 'application/x-www-form-urlencoded'
  return readAs(postbackSchema, isForm ? fromForm(formBody(notice)) : jsonBody(notice))
}

function referenceIn(id: string): string {
  const reference = invoiceReference(id)
  if (reference === undefined) throw new NoticeRefused('an invoice id has not the form of one')
  return reference
}

/**
 * Verifies a postback.
 *
 * @throws NoticeRefused when its token is not genuine, or was made for another invoice
 */
export function readPostbackNotice(
  notice: RawNotice,
  options: { readonly secret: string; readonly now: () => number },
): Notice {
  const postback = readPostback(notice)
  const claims = verifyPostbackToken(postback.token, options)
  const reference = referenceIn(claims.id)
  const named = [postback.invoice_id, ...(postback.invoice_info === undefined ? [] : [postback.invoice_info.uuid])]
  if (named.some((id) => referenceIn(id) !== reference))
    throw new NoticeRefused('the token was made for another invoice')
  // Every attempt brings a token of its own; the order's id in the body is nobody's signature.
  return { kind: 'hint', event: `${reference}:${claims.exp}`, about: { reference, orderId: undefined } }
}
