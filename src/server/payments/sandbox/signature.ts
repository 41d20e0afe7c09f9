// The signature of the sandbox's webhook events, in the form that most providers use: a time, and an HMAC over time and body.
import { createHmac } from 'node:crypto'
import { isTimingSafeEqual } from '../../base/timing-safe-equal.ts'
import { WebhookRefused, type WebhookRequest } from '../provider.ts'
import { singleHeader } from '../webhook-body.ts'

export const SIGNATURE_HEADER = 'sandbox-signature'

const FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/
const TOLERANCE_SECONDS = 300

function signatureOf(key: string, seconds: string, body: Buffer): string {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex')
}

/** Returns the value of the header for a body. */
export function signBody(body: Buffer, options: { readonly key: string; readonly now: number }): string {
  const seconds = String(Math.floor(options.now / 1000))
  return `t=${seconds},v1=${signatureOf(options.key, seconds, body)}`
}

/**
 * Checks the signature of an event.
 *
 * @throws WebhookRefused when it is missing or wrong, or more than five minutes old or ahead
 */
export function checkSignature(request: WebhookRequest, options: { readonly key: string; readonly now: number }): void {
  const [, seconds = '', given = ''] = FORM.exec(singleHeader(request, SIGNATURE_HEADER)) ?? []
  if (given === '') throw new WebhookRefused('the signature is malformed')
  if (!isTimingSafeEqual(given, signatureOf(options.key, seconds, request.body)))
    throw new WebhookRefused('the body is signed with another key')
  if (Math.abs(options.now / 1000 - Number(seconds)) > TOLERANCE_SECONDS)
    throw new WebhookRefused('the signature is too old')
}
