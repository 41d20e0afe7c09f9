// The kinds of what happens to a player, as the office lists it.
import type { NotificationKind } from '../base/notification-kinds.ts'

export const TIMELINE_KINDS = [
  'signIn',
  'deposit',
  'play',
  'gift',
  'sale',
  'correction',
  'withdrawal',
  'letter',
  'notice',
  'note',
  'protection',
  'ban',
  'act',
] as const

export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** Notices about what has an event of its own beside them: a payment, a withdrawal, a prize, a letter. */
export const REPEATED_NOTICES = [
  'welcome',
  'deposit',
  'depositBonus',
  'depositFailed',
  'depositRefunded',
  'depositPartlyRefunded',
  'depositKept',
  'disputeLost',
  'debt',
  'debtPaid',
  'corrected',
  'correctedDown',
  'referral',
  'referralBack',
  'partnerShare',
  'partnerShareEnded',
  'withdrawalReview',
  'withdrawalRefused',
  'withdrawalPriceRise',
  'withdrawalSent',
  'withdrawalAccepted',
  'withdrawalDone',
  'withdrawalDeclined',
  'withdrawalUnavailable',
  'withdrawalReversed',
  'letterOpened',
  'letterAnswered',
  'letterClosed',
  'leaderPrize',
  'battleWon',
  'battleShared',
  'battleCancelled',
  'battleExpired',
  'battleRepriced',
  'battleLeft',
] as const satisfies readonly NotificationKind[]
