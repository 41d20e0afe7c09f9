// Names and settings of our cookies. In live mode those that scripts need not read carry the __Host- prefix and are Secure.
import type { CookieSerializeOptions } from '@fastify/cookie'
import { SESSION_DAYS } from '../services/sessions.ts'

export const XSRF_COOKIE = 'XSRF-TOKEN'

const SESSION_SECONDS = SESSION_DAYS * 86_400

export interface CookieJar {
  /** Goes with the token; the token alone opens nothing. */
  readonly companion: string
  /** Names a browser that has not signed in, so that its CSRF token is bound to something. */
  readonly visitor: string
  /** The browser's half of a sign-in code, for a minute. */
  readonly signIn: string
  /** The browser's half of a sign-in that is under way at Steam. */
  readonly state: string
  /** The code of the link that a visitor came by, until he signs in. */
  readonly referral: string
  readonly hidden: CookieSerializeOptions
  readonly readable: CookieSerializeOptions
  readonly secure: boolean
}

/** The cookies of a mode. */
export function cookieJar(mode: 'sandbox' | 'live'): CookieJar {
  const secure = mode === 'live'
  const prefix = secure ? '__Host-' : ''
  const common = { path: '/', sameSite: 'lax', secure, maxAge: SESSION_SECONDS } as const
  return {
    companion: `${prefix}companion`,
    visitor: `${prefix}visitor`,
    signIn: `${prefix}sign_in`,
    state: `${prefix}steam_state`,
    referral: `${prefix}ref`,
    hidden: { ...common, httpOnly: true },
    readable: { ...common, httpOnly: false },
    secure,
  }
}
