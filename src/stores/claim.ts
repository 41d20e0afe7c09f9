// A click that gives something once: when no answer came it is asked again under the same key, and learns what became of it.
import type { Refusal } from '../contract/common.ts'
import { ApiError, isSignedOut, post } from './api.ts'
import { askToSignIn } from './user.ts'

/** `isRepeated`: the answer may be that of an earlier try, and its balance the one of then. */
export type Claimed<Reply> =
  | { readonly kind: 'answered'; readonly reply: Reply | Refusal; readonly isRepeated: boolean }
  /** No usable answer: nobody here knows what became of it. */
  | { readonly kind: 'failed' }
  /** The session has ended; the sign-in dialog is open. */
  | { readonly kind: 'signed-out' }

/** Statuses after which it was certainly not done. */
function isRefused(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status >= 400 && fault.status < 500 && fault.status !== 409
}

/** Makes the one way to ask for something; each path and body keeps its key until it was answered. */
export function createClaim<Reply extends { readonly success: true }>(): (
  path: string,
  body: object,
) => Promise<Claimed<Reply>> {
  const unanswered = new Map<string, string>()
  return async (path, body) => {
    const name = `${path} ${JSON.stringify(body)}`
    const known = unanswered.get(name)
    const key = known ?? crypto.randomUUID()
    try {
      const reply = await post<Reply | Refusal>(path, body, key)
      unanswered.delete(name)
      return { kind: 'answered', reply, isRepeated: known !== undefined }
    } catch (fault) {
      console.error(`${path} was not answered`, fault)
      if (isRefused(fault)) unanswered.delete(name)
      else unanswered.set(name, key)
      if (!isSignedOut(fault)) return { kind: 'failed' }
      askToSignIn()
      return { kind: 'signed-out' }
    }
  }
}
