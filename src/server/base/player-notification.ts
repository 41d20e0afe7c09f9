// The content of a player's notification, without words; they are made in the reader's language.

export const NOTIFICATION_KINDS = [
  'welcome',
  'deposit',
  'depositBonus',
  'depositFailed',
  'depositRefunded',
  'depositPartlyRefunded',
  'depositKept',
  'depositOverpaid',
  'depositPartial',
  'depositCheck',
  'depositDisputed',
  'disputeWon',
  'disputeLost',
  'withdrawalsFrozen',
  'debt',
  'debtPaid',
  'referral',
  'referralBack',
  'referred',
  'level',
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
  'calendarSuper',
  'raffleWon',
  'raffleLeftOut',
  'raffleRolledOver',
  'raffleHeld',
  'leaderPrize',
  'battleWon',
  'battleShared',
  'battleCancelled',
  'battleExpired',
  'battleRepriced',
  'battleLeft',
  'badgeProof',
  'badgeSeed',
  'badgeContracts',
  'badgeLimit',
  'badgeReminder',
  'wheelItem',
  'freeCase',
  'missionCases',
  'missionUpgrades',
  'missionContracts',
  'missionSpent',
] as const

/** A notification for a player. */
export interface PlayerNotification {
  readonly kind: (typeof NOTIFICATION_KINDS)[number]
  /** The numbers in its text: amounts in cents, and plain numbers. */
  readonly amounts: Readonly<Record<string, number>>
  /** Its link: a path of the site. */
  readonly link: string | null
}
