// The one-time state of a sign-in: binds Steam's assertion to the browser that started it, and stores what the player confirmed.
// Its random part is in the address that Steam returns to; the cookie holds the rest, signed together with that part. So Steam
// learns neither the path nor the confirmation, and an assertion in another browser has no matching cookie.
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { LANGUAGES } from '../../game/base/language.ts'
import { isTimingSafeEqual } from '../base/timing-safe-equal.ts'

/** The time that a player may spend on Steam's pages. */
const STATE_SECONDS = 600

/** Returns name and attributes of the cookie. A Secure one has the __Host- prefix, which requires the path '/'. */
export function stateCookie(secure: boolean) {
  return { httpOnly: true, sameSite: 'lax', path: secure ? '/' : '/api/auth', maxAge: STATE_SECONDS, secure } as const
}

export interface SignInState {
  /** When the player confirmed 18+ and the terms. */
  readonly confirmedAt: Date
  /** The version of the terms. */
  readonly termsVersion: string
  /** Where the player is redirected afterwards, a path of this site. */
  readonly back: string
}

export type StateReading =
  | { kind: 'valid'; state: SignInState; expiresAt: Date }
  | { kind: 'refused'; reason: 'state-missing' | 'state-mismatch' | 'state-expired' }

const STATE_FORM = /^[A-Za-z0-9_-]{32}$/
const COOKIE_FORM = /^([A-Za-z0-9_-]{1,2048})\.([A-Za-z0-9_-]{43})$/

const contentsSchema = z.strictObject({
  until: z.int(),
  confirmed: z.int(),
  terms: z.string(),
  back: z.string(),
})

function signatureOf(secret: string, state: string, contents: string): Buffer {
  return createHmac('sha256', secret).update(`steam-state\n${state}\n${contents}`).digest()
}

/**
 * Creates the state of a new sign-in.
 *
 * @param contents what to store; `back` has to be checked by `safeReturnPath`
 * @returns `state` for the address, `cookie` for the browser
 */
export function issueState(
  contents: SignInState,
  tools: { readonly secret: string; readonly now: () => number },
): { state: string; cookie: string } {
  const state = randomBytes(24).toString('base64url')
  const text = JSON.stringify({
    until: tools.now() + STATE_SECONDS * 1000,
    confirmed: contents.confirmedAt.getTime(),
    terms: contents.termsVersion,
    back: contents.back,
  } satisfies z.input<typeof contentsSchema>)
  const encoded = Buffer.from(text).toString('base64url')
  return { state, cookie: `${encoded}.${signatureOf(tools.secret, state, encoded).toString('base64url')}` }
}

/** Reads a returned state with its cookie. This does not use it up: it has to be claimed. */
export function readState(
  state: string,
  cookie: string | undefined,
  tools: { readonly secret: string; readonly now: () => number },
): StateReading {
  if (cookie === undefined || cookie === '') return { kind: 'refused', reason: 'state-missing' }
  const [, encoded, signature] = COOKIE_FORM.exec(cookie) ?? []
  if (!STATE_FORM.test(state) || encoded === undefined || signature === undefined) {
    return { kind: 'refused', reason: 'state-mismatch' }
  }
  const given = Buffer.from(signature, 'base64url')
  if (!isTimingSafeEqual(given, signatureOf(tools.secret, state, encoded)))
    return { kind: 'refused', reason: 'state-mismatch' }
  const contents = contentsSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
  if (tools.now() >= contents.until) return { kind: 'refused', reason: 'state-expired' }
  return {
    kind: 'valid',
    state: { confirmedAt: new Date(contents.confirmed), termsVersion: contents.terms, back: contents.back },
    expiresAt: new Date(contents.until),
  }
}

const BACK_FORM = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]{0,511}$/

/**
 * These are no return paths: calls have effects, the callback would accept a stranger's code, and the links of languages (`/lang`) and
 * referrers (`/r`) set a cookie.
 */
const NO_WAY_BACK = new RegExp(`^/(?:(?:${LANGUAGES.join('|')})/)?(?:api|auth|lang|r|sandbox)(?:/|$)`, 'i')

/**
 * Returns a path of this site to redirect to: one slash at its start, printable ASCII without backslash, at most 512 characters;
 * '/' for anything else.
 */
export function safeReturnPath(path: string | undefined): string {
  if (path === undefined || !BACK_FORM.test(path)) return '/'
  const site = 'http://site.invalid'
  const address = URL.parse(path, site)
  if (address === null || address.origin !== site || address.pathname.startsWith('//')) return '/'
  let plain: string
  try {
    plain = decodeURIComponent(address.pathname)
  } catch {
    return '/'
  }
  return NO_WAY_BACK.test(plain) ? '/' : path
}
