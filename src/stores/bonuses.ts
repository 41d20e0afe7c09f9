// The bonuses of the signed-in player, the social links that this browser has opened, and the promo code on its way to a deposit.
import { persistentAtom } from '@nanostores/persistent'
import { atom, computed } from 'nanostores'
import type { BonusesReply, SocialBody, SocialReply } from '../contract/bonuses.ts'
import { SOCIAL_NETWORKS, type SocialLink, type SocialNetwork, socialLinks } from '../game/social.ts'
import { get } from './api.ts'
import { createClaim } from './claim.ts'
import { claimsChanged } from './claims-changed.ts'
import { $promoCode } from './payment-code.ts'
import { enterCode } from './promo.ts'
import { $settings } from './settings.ts'
import { $connections, $toldOrder } from './socket.ts'
import { toast } from './toasts.ts'
import { $user, loadUser, setBalance } from './user.ts'

/** Of the signed-in player; guests have none, and theirs stay `loading`. */
export type Bonuses =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Pick<BonusesReply, 'firstDeposit' | 'social'>)

/** What became of a claim; what the server said of it has been shown already. */
export type ClaimOutcome = 'paid' | 'refused' | 'failed'

export const $bonuses = atom<Bonuses>({ status: 'loading' })

/** Where the operator speaks outside, for guests too; null until it is known. */
export const $links = computed([$bonuses, $settings], (bonuses, settings): readonly SocialLink[] | null => {
  if (bonuses.status === 'ready') return bonuses.social.links
  return settings === null ? null : socialLinks(settings.social)
})

/** Networks whose links were opened in this browser. */
export const $opened = persistentAtom<readonly SocialNetwork[]>('spacedrop:social-opened', [], {
  encode: (networks) => networks.join(','),
  // Storage is anyone's to write: what is no network is left out.
  decode: (text: unknown) => SOCIAL_NETWORKS.filter((network) => String(text).split(',').includes(network)),
})

/** How many of the links are still to be opened; null until they are known. */
export const $left = computed([$links, $opened], (links, opened) =>
  links === null ? null : links.filter(({ network }) => !opened.includes(network)).length,
)

/** Remembers that a link was opened. */
export function markOpened(network: SocialNetwork): void {
  const opened = $opened.get()
  if (!opened.includes(network)) $opened.set([...opened, network])
}

/** Takes a promo code along to the deposit. It is checked for players alone: what a guest may use nobody knows. */
export async function takeCode(text: string): Promise<void> {
  if ($user.get().status === 'authorised') await enterCode(text)
  else $promoCode.set(text)
}

let reading = false

/** Reads the bonuses of the player; a failure is logged, and leaves what was there. */
export async function loadBonuses(): Promise<void> {
  if (reading) return
  reading = true
  try {
    const { firstDeposit, social } = await get<BonusesReply>('/bonuses')
    $bonuses.set({ status: 'ready', firstDeposit, social })
  } catch (fault) {
    console.error('Bonuses could not be read', fault)
    if ($bonuses.get().status !== 'ready') $bonuses.set({ status: 'failed' })
  } finally {
    reading = false
  }
}

let started = false

/** Keeps the bonuses up to date with who looks, and has a kept code checked; once a page, however many ask. */
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
    void takeCode($promoCode.get())
  })
  $toldOrder.listen(reload)
  $connections.listen(reload)
}

const ask = createClaim<Extract<SocialReply, { success: true }>>()

/** Asks for the social bonus, after the links were opened. */
export async function claimSocial(): Promise<ClaimOutcome> {
  const body: SocialBody = { opened: [...$opened.get()] }
  const claimed = await ask('/bonuses/social', body)
  if (claimed.kind !== 'answered') return claimed.kind === 'failed' ? 'failed' : 'refused'
  const { reply, isRepeated } = claimed
  toast(reply.success ? 'success' : 'error', reply.message)
  if (!reply.success) {
    // Received in another tab, or the links have changed since they were read.
    await Promise.all([loadBonuses(), loadUser()])
    return 'refused'
  }
  setBalance(reply.balance)
  markClaimed()
  claimsChanged()
  // An answer that is given again tells the balance of then.
  if (isRepeated) await loadUser()
  return 'paid'
}

function markClaimed(): void {
  const bonuses = $bonuses.get()
  if (bonuses.status === 'ready') $bonuses.set({ ...bonuses, social: { ...bonuses.social, claimed: true } })
}
