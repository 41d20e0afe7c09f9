// The stand-in's part of OpenID 2.0: signs assertions with a key of this process, and confirms each of them once.
import { createHmac, randomBytes } from 'node:crypto'
import { isTimingSafeEqual } from '../base/timing-safe-equal.ts'
import { OPENID_NS } from './provider.ts'

const SIGNED = [
  'signed',
  'op_endpoint',
  'claimed_id',
  'identity',
  'return_to',
  'response_nonce',
  'assoc_handle',
] as const
const QUESTION_FIELDS: ReadonlySet<string> = new Set(['ns', 'mode', 'sig', ...SIGNED].map((name) => `openid.${name}`))

const ANSWERS_HELD_MAX = 1000
const ANSWER_MS = 10 * 60_000

export interface StandInSigner {
  /** Returns the fields of a positive assertion (section 10.1), with the prefix `openid.`. */
  sign(claim: { readonly endpoint: string; readonly claimedId: string; readonly returnTo: string }): URLSearchParams
  /** Tells whether this signer made the assertion (section 11.4.2); true at most once for each. */
  confirm(question: URLSearchParams): boolean
}

/** Creates a signer with a new key. `now` is in milliseconds. */
export function createStandInSigner({ now }: { readonly now: () => number }): StandInSigner {
  const key = randomBytes(32)
  const handle = `sandbox-${randomBytes(9).toString('base64url')}`
  /** Nonces of assertions that were not confirmed yet, with their expiry; the oldest first. */
  const waiting = new Map<string, number>()

  const signatureOf = (fields: URLSearchParams): Buffer => {
    const text = SIGNED.map((name) => `${name}:${fields.get(`openid.${name}`) ?? ''}\n`).join('')
    return createHmac('sha256', key).update(text).digest()
  }

  return {
    sign({ endpoint, claimedId, returnTo }) {
      const stamp = new Date(now()).toISOString().slice(0, 19)
      const nonce = `${stamp}Z${randomBytes(18).toString('base64')}`
      const fields = new URLSearchParams({
        'openid.ns': OPENID_NS,
        'openid.mode': 'id_res',
        'openid.op_endpoint': endpoint,
        'openid.claimed_id': claimedId,
        'openid.identity': claimedId,
        'openid.return_to': returnTo,
        'openid.response_nonce': nonce,
        'openid.assoc_handle': handle,
        'openid.signed': SIGNED.join(','),
      })
      fields.set('openid.sig', signatureOf(fields).toString('base64'))
      const [oldest] = waiting.keys()
      if (oldest !== undefined && waiting.size >= ANSWERS_HELD_MAX) waiting.delete(oldest)
      waiting.set(nonce, now() + ANSWER_MS)
      return fields
    },

    confirm(question) {
      const names = [...question.keys()]
      const isWhole =
        names.length === QUESTION_FIELDS.size && [...QUESTION_FIELDS].every((name) => names.includes(name))
      if (!isWhole || question.get('openid.ns') !== OPENID_NS || question.get('openid.signed') !== SIGNED.join(','))
        return false
      if (!isTimingSafeEqual(question.get('openid.sig') ?? '', signatureOf(question).toString('base64'))) return false
      const nonce = question.get('openid.response_nonce') ?? ''
      const diesAt = waiting.get(nonce)
      waiting.delete(nonce)
      return diesAt !== undefined && now() < diesAt
    },
  }
}
