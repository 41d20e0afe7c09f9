// Calls that happen once: a call without a usable answer keeps its idempotency key, and the same call later learns its outcome.
import { ApiError, post } from './api.ts'
import { randomId } from './random-id.ts'

/** `isRepeated`: the answer may be that of an earlier try, with the balance of then. */
export interface KeyedReply<Reply> {
  readonly reply: Reply
  readonly isRepeated: boolean
}

/** Tells whether a call was certainly not done. */
function isRejected(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status >= 400 && fault.status < 500 && fault.status !== 409
}

/**
 * Makes a `post` that keeps the key of each path and body until the outcome of that call is known. `newKey` is used where none is kept.
 *
 * @throws ApiError when no usable answer came
 */
export function createKeyedPost(): <Reply>(path: string, body: object, newKey?: string) => Promise<KeyedReply<Reply>> {
  const keys = new Map<string, string>()
  return async <Reply>(path: string, body: object, newKey = randomId()) => {
    const call = `${path} ${JSON.stringify(body)}`
    const kept = keys.get(call)
    const key = kept ?? newKey
    keys.set(call, key)
    try {
      const reply = await post<Reply>(path, body, key)
      keys.delete(call)
      return { reply, isRepeated: kept !== undefined }
    } catch (fault) {
      if (isRejected(fault)) keys.delete(call)
      throw fault
    }
  }
}
