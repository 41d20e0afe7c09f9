// The bonuses of the signed-in player, the social links opened in this browser, and the promo code of the next deposit.
import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import { SOCIAL_NETWORKS, type SocialLink, type SocialNetwork, socialLinks } from '../../game/base/social.ts'
import type { BonusesReply, SocialBody, SocialReply } from '../../protocol/bonuses.ts'
import { $settings } from '../account/settings.ts'
import { get } from '../kernel/api.ts'
import { createClaim } from '../kernel/claim.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { $connectionCount, $orderEvent } from '../kernel/realtime-events.ts'
import { toast } from '../kernel/toasts.ts'
import { $user, loadUser, setBalance } from '../kernel/user.ts'
import { $promoCode } from '../payments/payment-code.ts'
import { enterCode } from '../payments/promo.ts'

/** Of the signed-in player; guests have none, and theirs stay `loading`. */
export type Bonuses =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<BonusesReply, 'firstDeposit' | 'giftRefusal' | 'social'>)

/** The outcome of a claim; the server's message was shown already. */
export type ClaimOutcome = 'paid' | 'refused' | 'failed'

export const $bonuses = atom<Bonuses>({ status: 'loading' })

/** The operator's social links, for guests too; null until loaded. */
export const $links = computed([$bonuses, $settings], (bonuses, settings): readonly SocialLink[] | null => {
  if (bonuses.status === 'ready') return bonuses.social.links
  return settings === null ? null : socialLinks(settings.social)
})

/** Networks whose links were opened in this browser. */
export const $opened = persistentAtom<readonly SocialNetwork[]>('spacedrop:social-opened', [], {
  encode: (networks) => networks.join(','),
  // Anything may be in storage: unknown networks are ignored.
  decode: (text: unknown) => SOCIAL_NETWORKS.filter((network) => String(text).split(',').includes(network)),
})

/** How many of the links are still to be opened; null until loaded. */
export const $left = computed([$links, $opened], (links, opened) =>
  links === null ? null : links.filter(({ network }) => !opened.includes(network)).length,
)

/** Stores that a link was opened. */
export function markOpened(network: SocialNetwork): void {
  const opened = $opened.get()
  if (!opened.includes(network)) $opened.set([...opened, network])
}

/** Sets the promo code of the next deposit. It is checked for players only: for guests the server does not know. */
export async function applyPromoCode(text: string): Promise<void> {
  if ($user.get().status === 'authorised') await enterCode(text)
  else $promoCode.set(text)
}

let reading = false

/** Reads the bonuses of the player; a failure is logged, and the known ones stay. */
export async function loadBonuses(): Promise<void> {
  if (reading) return
  reading = true
  try {
    const { firstDeposit, giftRefusal, social } = await get<BonusesReply>('/bonuses')
    $bonuses.set({ status: 'ready', firstDeposit, giftRefusal, social })
  } catch (fault) {
    console.error('Bonuses could not be read', fault)
    if ($bonuses.get().status !== 'ready') $bonuses.set({ status: 'failed' })
  } finally {
    reading = false
  }
}

let started = false

/** Keeps the bonuses up to date with the user, and checks a stored code; further calls do nothing. */
export function startBonuses(): void {
  if (started) return
  started = true
  let known: number | null = null
  const reload = (): void => {
    if (known !== null) void loadBonuses()
  }
  $user.subscribe((state) => {
    const id = state.status === 'authorised' ? state.user.id : null
    if (id === known) return
    known = id
    $bonuses.set({ status: 'loading' })
    reload()
    void applyPromoCode($promoCode.get())
  })
  $orderEvent.listen(reload)
  $connectionCount.listen(reload)
}

const ask = createClaim<Extract<SocialReply, { success: true }>>()

/** Claims the social bonus, after the links were opened. */
export async function claimSocial(): Promise<ClaimOutcome> {
  const body: SocialBody = { opened: [...$opened.get()] }
  const claimed = await ask('/bonuses/social', body)
  if (claimed.kind !== 'answered') return claimed.kind === 'failed' ? 'failed' : 'refused'
  const { reply, isRepeated } = claimed
  toast(reply.success ? 'success' : 'error', reply.message)
  if (!reply.success) {
    // Claimed in another tab, or the links have changed.
    await Promise.all([loadBonuses(), loadUser()])
    return 'refused'
  }
  setBalance(reply.balance)
  markClaimed()
  notifyClaimsChanged()
  // A repeated answer holds the balance of the first one.
  if (isRepeated) await loadUser()
  return 'paid'
}

function markClaimed(): void {
  const bonuses = $bonuses.get()
  if (bonuses.status === 'ready') $bonuses.set({ ...bonuses, social: { ...bonuses.social, claimed: true } })
}
