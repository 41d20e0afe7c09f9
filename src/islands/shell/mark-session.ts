// The inline script that marks a page before its first paint with whether its visitor may be signed in: guests get the sign-in button at
// once, players a skeleton until the server has answered (islands/shell/account-state.ts).
import { TOKEN_COOKIE } from '../../stores/kernel/token-cookie.ts'

export const MARK_SESSION = `document.documentElement.dataset.session=/(^|; )${TOKEN_COOKIE}=/.test(document.cookie)?'unknown':'guest'`
