// The rooms of the office in which something waits for a person, or is wrong.

export const COUNTED_ROOMS = [
  'proposals',
  'withdrawals',
  'payments',
  'letters',
  'safer-play',
  'system',
  'bots',
] as const

export type CountedRoom = (typeof COUNTED_ROOMS)[number]

/** More than that is counted as that: a person reads "99+". */
export const COUNT_MOST = 100
