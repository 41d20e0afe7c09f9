// The promo code across pages: stored for the deposit form as long as the tab is open.
import { atom } from 'nanostores'
import { readFromSession, storeInSession } from '../kernel/browser-storage.ts'

const KEY = 'spacedrop:promo-code'

/** The longest code that the server accepts. */
export const LONGEST_CODE = 40

/** As typed; empty for none, which is also what the server renders: `useStore($promoCode, { ssr: 'initial' })`. */
export const $promoCode = atom('')

// Where storage is forbidden, the code lasts as long as the page.
$promoCode.set((readFromSession(KEY) ?? '').slice(0, LONGEST_CODE))
$promoCode.listen((code) => storeInSession(KEY, code))
