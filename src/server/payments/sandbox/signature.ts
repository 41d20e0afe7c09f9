// The signature of the sandbox's notices, in the style that most providers use: a time, and an HMAC over time and body.
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../same-secret.ts'
import { soleHeader } from '../notice-body.ts'
import { NoticeRefused, type RawNotice } from '../provider.ts'

export const SIGNATURE_HEADER = 'sandbox-signature'

const FORM = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/
const TOLERANCE_SECONDS = 300

function signatureOf(key: string, seconds: string, body: Buffer): string {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex')
}

/** The value of the header for a body that is sent now. */
export function signBody(body: Buffer, options: { readonly key: string; readonly now: number }): string {
  const seconds = String(Math.floor(options.now / 1000))
  return `t=${seconds},v1=${signatureOf(options.key, seconds, body)}`
}

/**
 * Checks the signature of a notice.
 *
 * @throws NoticeRefused when it is missing or wrong, or more than five minutes away from now
 */
export function checkSignature(notice: RawNotice, options: { readonly key: string; readonly now: number }): void {
  const [, seconds = '', given = ''] = FORM.exec(soleHeader(notice, SIGNATURE_HEADER)) ?? []
  if (given === '') throw new NoticeRefused('the signature has not the form of one')
  if (!isSameSecret(given, signatureOf(options.key, seconds, notice.body)))
    throw new NoticeRefused('the body is signed with another key')
  if (Math.abs(options.now / 1000 - Number(seconds)) > TOLERANCE_SECONDS)
    throw new NoticeRefused('the signature is too old')
}
