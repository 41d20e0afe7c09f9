import { TOKEN_COOKIE } from '../../stores/kernel/token-cookie.ts'

/**
 * The inline script that keeps the place of the player's own cases before the first paint: the cookie of a session is all that tells a
 * player from a guest there.
 */
export const KEEP_PLACE = `document.getElementById('own-cases').hidden=!/(^|; )${TOKEN_COOKIE}=/.test(document.cookie)`
