// Where a sign-in starts and where it leads back to. Addresses come from the outside: only a path of this site is followed.

const CALLBACK_PATH = '/auth/callback'

/**
 * A path of this site, or `/` for anything else: another host (`//host`, `/\host`, `https:`), a control character, the callback.
 *
 * @param wish what stands in the address, e.g. `/case/orion?x=1`
 */
export function safeWayBack(wish: string | null | undefined): string {
  if (wish === null || wish === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wish)) return '/'
  return wish === CALLBACK_PATH || /^\/auth\/callback[/?#]/.test(wish) ? '/' : wish
}

/** The page on show, as the place to come back to. */
export function placeToReturn(place: Pick<Location, 'pathname' | 'search'>): string {
  return safeWayBack(place.pathname + place.search)
}

/** The address that begins a sign-in; both confirmations were given. */
export function signInAddress(back: string): string {
  return `/api/auth/steam?${new URLSearchParams({ terms: '1', adult: '1', back })}`
}

const CALLBACK_ERRORS = ['cancelled', 'failed', 'refused', 'missing', 'offline'] as const

export type CallbackError = (typeof CALLBACK_ERRORS)[number]

export type Callback = { code: string; back: string } | { error: CallbackError; back: string }

/**
 * Reads what Steam's return put into the fragment: `#code=…&back=/case/orion` or `#error=cancelled`.
 *
 * @param fragment with or without its `#`
 */
export function readCallback(fragment: string): Callback {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const back = safeWayBack(fields.get('back'))
  const code = fields.get('code')
  if (code !== null && code !== '') return { code, back }
  const error = fields.get('error')
  if (error === null) return { error: 'missing', back }
  return { error: CALLBACK_ERRORS.find((known) => known === error) ?? 'failed', back }
}
