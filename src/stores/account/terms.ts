// The terms: a player who is signed in is asked when they have changed.
import type { TermsReply } from '../../protocol/user.ts'
import { post } from '../kernel/api.ts'
import { toast } from '../kernel/toasts.ts'
import { loadUser } from '../kernel/user.ts'

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
