// The promo code that goes along: typed on one page, it stands in the deposit form of the next, as long as the tab is open.
import { atom } from 'nanostores'

const KEY = 'spacedrop:promo-code'

/** The most that the server reads. */
export const LONGEST_CODE = 40

/** Storage may be forbidden; the code lasts as long as the page then. */
function storage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

function kept(): string {
  return (storage()?.getItem(KEY) ?? '').slice(0, LONGEST_CODE)
}

function keep(code: string): void {
  try {
    storage()?.setItem(KEY, code)
  } catch {
    // Full, or forbidden to write: see above.
  }
}

/** As it was typed; empty for none, which is also what the server rendered: `useStore($promoCode, { ssr: 'initial' })`. */
export const $promoCode = atom('')

$promoCode.set(kept())
$promoCode.listen(keep)
