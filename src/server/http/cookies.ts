// Names and attributes of our cookies. In live mode cookies that scripts need not read have the __Host- prefix and are Secure.
import type { CookieSerializeOptions } from '@fastify/cookie'
import { SESSION_DAYS } from '../services/account/sessions.ts'

export const XSRF_COOKIE = 'XSRF-TOKEN'

/** Set by the page, and sent as a bearer token. */
export const TOKEN_COOKIE = 'token'

const SESSION_SECONDS = SESSION_DAYS * 86_400

export interface CookieJar {
  /** Belongs to the token; the token alone opens no session. */
  readonly companion: string
  /** Identifies a browser that has not signed in, to bind its CSRF token to. */
  readonly visitor: string
  /** The browser's half of a sign-in code, for a minute. */
  readonly signIn: string
  /** The browser's half of a pending sign-in at Steam. */
  readonly state: string
  /** Identifies the device over sign-ins and accounts; a random id. */
  readonly device: string
  /** The code of a followed referral link, until the visitor signs in. */
  readonly referral: string
  /** What the link of an advertisement said (game/rewards/campaign.ts), until the visitor signs in. */
  readonly campaign: string
  /** Opens the preview of a draft, for a member of the staff (preview-cookie.ts). */
  readonly preview: string
  readonly hidden: CookieSerializeOptions
  readonly readable: CookieSerializeOptions
  readonly secure: boolean
}

/** Returns the cookies of a mode. */
export function cookieJar(mode: 'sandbox' | 'live'): CookieJar {
  const secure = mode === 'live'
  const prefix = secure ? '__Host-' : ''
  const common = { path: '/', sameSite: 'lax', secure, maxAge: SESSION_SECONDS } as const
  return {
    companion: `${prefix}companion`,
    visitor: `${prefix}visitor`,
    signIn: `${prefix}sign_in`,
    state: `${prefix}steam_state`,
    device: `${prefix}device`,
    referral: `${prefix}ref`,
    campaign: `${prefix}utm`,
    preview: `${prefix}preview`,
    hidden: { ...common, httpOnly: true },
    readable: { ...common, httpOnly: false },
    secure,
  }
}
