// The kinds of what happens to a player, as the office lists it.

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
