// What acts of the office are about, and the states that decide whether an act is legal.
import { LETTER_STATES } from '../letters/letters.ts'
import { WITHDRAWAL_STATES } from '../withdrawal/withdrawal.ts'

export const STAFF_STATES = ['active', 'disabled'] as const

export type StaffState = (typeof STAFF_STATES)[number]

export const PROPOSAL_STATES = ['open', 'approved', 'refused', 'withdrawn', 'expired'] as const

export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** `erasing`: asked for, and not carried out yet. */
export const PLAYER_STATES = ['active', 'banned', 'erasing', 'erased'] as const

export type PlayerState = (typeof PLAYER_STATES)[number]

export const SWITCH_STATES = ['on', 'off'] as const

export type SwitchState = (typeof SWITCH_STATES)[number]

/** `due`: published at its time. `failed`: its time came, and the shop would have had faults. */
export const DRAFT_STATES = ['open', 'due', 'failed', 'published', 'dropped'] as const

export type DraftState = (typeof DRAFT_STATES)[number]

/** Of a notice to a group of players. */
export const NOTICE_SENDING_STATES = ['sending', 'sent', 'stopped'] as const

export type NoticeSendingState = (typeof NOTICE_SENDING_STATES)[number]

/** What the shop announces beside its pages, and its notices to groups of players. */
export const NOTICE_STATES = ['planned', 'shown', 'over', ...NOTICE_SENDING_STATES] as const

export type NoticeState = (typeof NOTICE_STATES)[number]

export const SUBJECTS = [
  'session',
  'staff',
  'audit',
  'proposal',
  'player',
  'withdrawal',
  'letter',
  'order',
  'edition',
  'draft',
  'promo',
  'partner',
  'notice',
  'raffle',
  'switch',
  'system',
  'bots',
] as const

export type Subject = (typeof SUBJECTS)[number]

/** The states of each subject; none where no state matters. */
export const SUBJECT_STATES = {
  session: [],
  staff: STAFF_STATES,
  audit: [],
  proposal: PROPOSAL_STATES,
  player: PLAYER_STATES,
  withdrawal: WITHDRAWAL_STATES,
  letter: LETTER_STATES,
  order: [],
  edition: [],
  draft: DRAFT_STATES,
  promo: [],
  partner: [],
  notice: NOTICE_STATES,
  raffle: [],
  switch: SWITCH_STATES,
  system: [],
  bots: [],
} as const satisfies Record<Subject, readonly string[]>

export type StateOf<Of extends Subject> = (typeof SUBJECT_STATES)[Of][number]
