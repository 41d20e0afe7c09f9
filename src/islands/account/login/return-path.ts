// The address that starts a sign-in, and the path to which it returns. Paths are untrusted: only those of this site are followed.

const CALLBACK_PATH = '/auth/callback'

/**
 * Returns a path of this site, and `/` for anything else: another host (`//host`, `/\host`, `https:`), a control character, the callback.
 *
 * @param path the path named by the address, e.g. `/case/orion?x=1`
 */
export function safeReturnPath(path: string | null | undefined): string {
  if (path === null || path === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return '/'
  return path === CALLBACK_PATH || /^\/auth\/callback[/?#]/.test(path) ? '/' : path
}

/** Returns the path of the current page, to which a sign-in returns. */
export function currentPath(place: Pick<Location, 'pathname' | 'search'>): string {
  return safeReturnPath(place.pathname + place.search)
}

/** Returns the address that starts a sign-in with both confirmations given. */
export function signInAddress(back: string): string {
  return `/api/auth/steam?${new URLSearchParams({ terms: '1', adult: '1', back })}`
}

const CALLBACK_ERRORS = ['cancelled', 'failed', 'refused', 'missing', 'offline', 'closed'] as const

export type CallbackError = (typeof CALLBACK_ERRORS)[number]

export type Callback = { code: string; back: string } | { error: CallbackError; back: string }

/**
 * Parses the fragment with which Steam's return ends: `#code=…&back=/case/orion` or `#error=cancelled`.
 *
 * @param fragment with or without its `#`
 */
export function readCallback(fragment: string): Callback {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const back = safeReturnPath(fields.get('back'))
  const code = fields.get('code')
  if (code !== null && code !== '') return { code, back }
  const error = fields.get('error')
  if (error === null) return { error: 'missing', back }
  return { error: CALLBACK_ERRORS.find((known) => known === error) ?? 'failed', back }
}
