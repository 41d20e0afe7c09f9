// The case that a promo code opens.
import { atom } from 'nanostores'
import type { PromoOpenBody, PromoOpenReply } from '../../protocol/bonuses.ts'
import type { PrizeView } from '../../protocol/prize.ts'
import { prepareRunSounds } from '../games/game-run.ts'
import { createClaim } from '../kernel/claim.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { toast } from '../kernel/toasts.ts'
import { loadUser, setBalance } from '../kernel/user.ts'
import { enterCode } from '../payments/promo.ts'
import { readRewardCase, spinReward } from './reward-case.ts'

/** `offline`: no answer came, and the outcome is unknown. The next try has the same key. */
export type PromoOpening = 'idle' | 'asking' | 'offline'

export const $promoOpening = atom<PromoOpening>('idle')

const ask = createClaim<Extract<PromoOpenReply, { success: true }>>()

/** Opens the case of a code; the reel shows it. The code is checked again after a refusal, and forgotten once it is used. */
export async function openPromoCase(code: string, opens: PrizeView): Promise<void> {
  if ($promoOpening.get() === 'asking') return
  $promoOpening.set('asking')
  prepareRunSounds()
  const shown = readRewardCase(opens)
  const body: PromoOpenBody = { code: code.trim() }
  const claimed = await ask('/bonuses/code', body)
  if (claimed.kind !== 'answered') {
    $promoOpening.set(claimed.kind === 'failed' ? 'offline' : 'idle')
    return
  }
  const { reply, isRepeated } = claimed
  if (!reply.success) {
    $promoOpening.set('idle')
    toast('error', reply.message)
    await Promise.all([enterCode(code), loadUser()])
    return
  }
  const { balance, drop, rollId, message } = reply
  setBalance(balance)
  notifyClaimsChanged()
  const box = await shown
  if (box !== null) await spinReward(box, drop, rollId)
  toast('success', message)
  $promoOpening.set('idle')
  // Another use may be left.
  await enterCode(code)
  // A repeated answer holds the balance of the first one.
  if (isRepeated) await loadUser()
}
