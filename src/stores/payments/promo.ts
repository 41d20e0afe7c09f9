// The promo code of a deposit, checked each time it changes.
import { atom } from 'nanostores'
import { post } from '../kernel/api.ts'
import { randomId } from '../kernel/random-id.ts'
import { $promoCode } from './payment-code.ts'
import { type Approval, readApproval } from './payment-replies.ts'

export type Promo =
  | { readonly status: 'none' }
  | ({ readonly status: 'good' } & Pick<Approval, 'message' | 'percent' | 'sum' | 'least' | 'held' | 'opens'>)
  | { readonly status: 'bad'; readonly message: string }
  /** The check failed. */
  | { readonly status: 'fault' }

/** As typed; a code from an earlier page is not checked yet. */
export const $code = $promoCode

/** The newest answer; while `$checking` it is about an earlier text. */
export const $promo = atom<Promo>({ status: 'none' })

export const $checking = atom(false)

let newest: AbortController | null = null

/** Sets a code and checks it; an earlier check is aborted. An empty text needs no check. */
export async function enterCode(text: string): Promise<void> {
  $code.set(text)
  newest?.abort()
  const check = new AbortController()
  newest = check
  const promocode = text.trim()
  $checking.set(promocode !== '')
  const promo: Promo = promocode === '' ? { status: 'none' } : await approve(promocode, check.signal)
  if (newest !== check) return
  $checking.set(false)
  $promo.set(promo)
}

async function approve(promocode: string, signal: AbortSignal): Promise<Promo> {
  try {
    const path = '/payment/promocode/approve'
    const reply = readApproval(await post<unknown>(path, { promocode }, randomId(), signal))
    if (!reply.success) return { status: 'bad', message: reply.message }
    const { message, percent, sum, least, held, opens } = reply
    return { status: 'good', message, percent, sum, least, held, opens }
  } catch (fault) {
    if (!signal.aborted) console.error('A promo code could not be checked', fault)
    return { status: 'fault' }
  }
}
