// The token of CryptoCloud's postbacks: a JSON Web Token signed with the shop's secret. It is verified here without a library,
// because only one algorithm is allowed, and a library's support of others would have to be disabled.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isTimingSafeEqual } from '../../base/timing-safe-equal.ts'
import { WebhookRefused } from '../provider.ts'

const FORM = /^([A-Za-z0-9_-]{1,500})\.([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{43})$/

/** Strict: the header must not change how the token is read. */
const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT').optional() })

const claimsSchema = z.object({ id: z.string(), exp: z.int().positive() })

export interface TokenClaims {
  /** The invoice of the postback. */
  readonly id: string
  /** Seconds since 1970. */
  readonly exp: number
}

function readPart<T>(part: string, schema: z.ZodType<T>, what: string): T {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new WebhookRefused(`the token's ${what} is no JSON`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new WebhookRefused(`the token's ${what} is not CryptoCloud's`)
  return parsed.data
}

/**
 * Verifies a token (RFC 7515, HS256 only).
 *
 * @throws WebhookRefused when it is not signed with `secret`, or has expired
 */
export function verifyPostbackToken(
  token: string,
  options: { readonly secret: string; readonly now: () => number },
): TokenClaims {
  const [, header = '', claims = '', signature = ''] = FORM.exec(token) ?? []
  if (signature === '') throw new WebhookRefused('the token is malformed')
  readPart(header, headerSchema, 'header')
  const given = Buffer.from(signature, 'base64url')
  const right = createHmac('sha256', options.secret).update(`${header}.${claims}`).digest()
  if (!isTimingSafeEqual(given, right)) throw new WebhookRefused('the token is signed with another secret')
  const { id, exp } = readPart(claims, claimsSchema, 'claims')
  if (options.now() >= exp * 1000) throw new WebhookRefused('the token has expired')
  return { id, exp }
}
