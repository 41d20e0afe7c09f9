// Letters: a thread between a player and the shop. The rules of its states, of the one appeal, and of how much a player may send.

/** `waiting` for the shop, `answered` by it, `closed`. */
export const LETTER_STATES = ['waiting', 'answered', 'closed'] as const

export type LetterState = (typeof LETTER_STATES)[number]

/** What a letter is about: the player themselves, a withdrawal, an order. */
export const LETTER_SUBJECTS = ['player', 'withdrawal', 'order'] as const

export type LetterSubject = (typeof LETTER_SUBJECTS)[number]

export const LETTER_AUTHORS = ['player', 'shop'] as const

export type LetterAuthor = (typeof LETTER_AUTHORS)[number]

/** What a message is: `decision` closes a letter, `appeal` opens it again for another person. */
export const MESSAGE_KINDS = ['message', 'appeal', 'decision'] as const

export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** The most letters of a message. */
export const LETTER_TEXT_MOST = 3_000

/** The most pictures of a message. */
export const PICTURES_MOST = 4

/** The most bytes of a picture as it is sent; its stored form is smaller. */
export const PICTURE_BYTES_MOST = 5 * 1024 * 1024

/** What a picture may be when it is sent. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** What a player may send: messages and pictures in any 24 hours, letters that are not closed at once. */
export const LETTER_LIMITS = { messagesOfDay: 30, picturesOfDay: 20, open: 5 } as const

/** For how many days a player may appeal against a decision, and its pictures are kept. */
export const APPEAL_DAYS = 30

const DAY_MS = 86_400_000

/** Why no appeal is possible: `open`: there is no decision; `appealed`: once is all; `late`; `nobody`: no other person could decide. */
export type NoAppeal = 'open' | 'appealed' | 'late' | 'nobody'

export interface Appealable {
  readonly state: LetterState
  /** When it came into its state, in ms. */
  readonly sinceMs: number
  /** Whether the shop closed it: a letter that its player settled holds no decision. */
  readonly isDecided: boolean
  readonly isAppealed: boolean
  /** Whether someone else of the staff could decide. */
  readonly hasOther: boolean
  readonly nowMs: number
}

/** Returns why a player may not appeal against the decision that closed a letter; null where they may. */
export function noAppeal({ state, sinceMs, isDecided, isAppealed, hasOther, nowMs }: Appealable): NoAppeal | null {
  if (isAppealed) return 'appealed'
  if (state !== 'closed' || !isDecided) return 'open'
  if (nowMs - sinceMs > APPEAL_DAYS * DAY_MS) return 'late'
  return hasOther ? null : 'nobody'
}
