// What became of a message to a channel of the staff.

export type AlertOutcome =
  | { readonly kind: 'sent' }
  /** The recipient has blocked the messages, or the address no longer exists. */
  | { readonly kind: 'gone'; readonly problem: string }
  /** Another attempt may succeed; `afterMs` is the delay that the channel asks for. */
  | { readonly kind: 'later'; readonly problem: string; readonly afterMs: number }
  /** The place has another address now. */
  | { readonly kind: 'moved'; readonly target: string }

/** How long an attempt may take. */
export const DEADLINE_MS = 10_000

/** Answers are short texts. */
export const BYTES_MAX = 262_144
