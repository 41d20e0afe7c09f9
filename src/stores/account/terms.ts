// The terms: a player who is signed in is asked when they have changed.
import { computed } from 'nanostores'
import type { TermsReply } from '../../protocol/user.ts'
import { post } from '../kernel/api.ts'
import { toast } from '../kernel/toasts.ts'
import { $user, loadUser } from '../kernel/user.ts'

/** The version that the player has not agreed to yet; null for none. */
export const $termsAsked = computed($user, (state) => (state.status === 'authorised' ? state.user.termsAsked : null))

/**
 * Agrees to the version that the player was shown.
 *
 * @throws ApiError when no answer came
 */
export async function agreeToTerms(version: string): Promise<void> {
  const reply = await post<TermsReply>('/user/terms', { version })
  toast(reply.success ? 'success' : 'error', reply.message)
  // Also after a refusal: the terms have changed once more.
  await loadUser()
}
