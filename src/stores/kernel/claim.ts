// Claims of rewards: each is made once, and a claim without an answer is repeated under its key.
import type { Refusal } from '../../protocol/common.ts'
import { isSignedOut } from './api.ts'
import { createKeyedPost, type KeyedReply } from './keyed-post.ts'
import { askToSignIn, holdBalanceUntil } from './user.ts'

export type Claimed<Reply> =
  | ({ readonly kind: 'answered' } & KeyedReply<Reply | Refusal>)
  /** No usable answer: the outcome is unknown. */
  | { readonly kind: 'failed' }
  /** The session has ended; the sign-in dialog is open. */
  | { readonly kind: 'signed-out' }

/** Makes a call that claims something; each path and body keeps its key until it was answered. */
export function createClaim<Reply extends { readonly success: true }>(): (
  path: string,
  body: object,
) => Promise<Claimed<Reply>> {
  const keyedPost = createKeyedPost()
  return async (path, body) => {
    try {
      return { kind: 'answered', ...(await holdBalanceUntil(() => keyedPost<Reply | Refusal>(path, body))) }
    } catch (fault) {
      console.error(`${path} was not answered`, fault)
      if (!isSignedOut(fault)) return { kind: 'failed' }
      askToSignIn()
      return { kind: 'signed-out' }
    }
  }
}
