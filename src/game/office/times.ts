// How long what the office hands out lasts.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A session of the staff; nothing prolongs it. */
export const SESSION_MS = 12 * HOUR_MS

/** For how long an assertion of a passkey allows acts that ask for a fresh one. */
export const FRESH_MS = 5 * MINUTE_MS

/** For how long a proposal waits for the second person. */
export const PROPOSAL_MS = 24 * HOUR_MS

/** For how long an invitation can be used, once. */
export const INVITATION_MS = 24 * HOUR_MS

/** For how long a challenge of a passkey can be answered, once. */
export const CHALLENGE_MS = 5 * MINUTE_MS

/** For how long a claim of a case holds without an act of its holder. */
export const CLAIM_MS = 10 * MINUTE_MS

/** For how long a case that was handed over waits for the colleague: a working day of theirs. */
export const HAND_OVER_MS = 12 * HOUR_MS
