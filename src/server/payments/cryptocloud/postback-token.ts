// The token of CryptoCloud's postbacks: a JSON Web Token signed with the shop's secret. One algorithm is ever right here, so it
// is checked by hand: a library's choice of algorithms is what has to be switched off, and its keys and formats stay unused.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../same-secret.ts'
import { NoticeRefused } from '../provider.ts'

const FORM = /^([A-Za-z0-9_-]{1,500})\.([A-Za-z0-9_-]{1,1000})\.([A-Za-z0-9_-]{43})$/

/** Nothing may stand in the header that changes how the token is to be read. */
const headerSchema = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT').optional() })

const claimsSchema = z.object({ id: z.string(), exp: z.int().positive() })

export interface TokenClaims {
  /** The invoice that the postback is about. */
  readonly id: string
  /** Seconds since 1970. */
  readonly exp: number
}

function readPart<T>(part: string, schema: z.ZodType<T>, what: string): T {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new NoticeRefused(`the token's ${what} is no JSON`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new NoticeRefused(`the token's ${what} is not CryptoCloud's`)
  return parsed.data
}

/**
 * Verifies a token (RFC 7515, HS256 alone).
 *
 * @throws NoticeRefused when it is not signed with `secret`, or has expired
 */
export function verifyPostbackToken(
  token: string,
  options: { readonly secret: string; readonly now: () => number },
): TokenClaims {
  const [, header = '', claims = '', signature = ''] = FORM.exec(token) ?? []
  if (signature === '') throw new NoticeRefused('the token has not the form of one')
  readPart(header, headerSchema, 'header')
  const given = Buffer.from(signature, 'base64url')
  const right = createHmac('sha256', options.secret).update(`${header}.${claims}`).digest()
  if (!isSameSecret(given, right)) throw new NoticeRefused('the token is signed with another secret')
  const { id, exp } = readPart(claims, claimsSchema, 'claims')
  if (options.now() >= exp * 1000) throw new NoticeRefused('the token has expired')
  return { id, exp }
}
