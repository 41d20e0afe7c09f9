// The cookie of a session, which tells a player from a guest before the server has answered.
import Cookies from 'js-cookie'

export const TOKEN_COOKIE = 'token'

/** Tells whether this browser has the cookie of a session; the server may refuse it. */
export function hasToken(): boolean {
  return Cookies.get(TOKEN_COOKIE) !== undefined
}
