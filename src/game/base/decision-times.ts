// How long decisions of people take: what is measured, and until then what is promised.

/** Where a person decides; each queue has its usual time. */
export const PERSON_QUEUES = ['withdrawals', 'payments', 'deposits', 'prices', 'accounts'] as const

export type PersonQueue = (typeof PERSON_QUEUES)[number]

/** Decisions of people within some time. */
export interface Decisions {
  readonly count: number
  readonly medianMs: number
}

export interface UsualTime {
  readonly minutes: number
  /** False for what is promised, while too few decisions were made to measure. */
  readonly measured: boolean
}

/** The fewest decisions whose median says something. */
const DECISIONS_LEAST = 5

const MINUTE_MS = 60_000

/** Returns how long a decision usually takes: the median of recent ones, or what is promised. */
export function usualTime(decisions: Decisions | null, promisedHours: number): UsualTime {
  if (decisions === null || decisions.count < DECISIONS_LEAST) return { minutes: promisedHours * 60, measured: false }
  return { minutes: Math.max(1, Math.round(decisions.medianMs / MINUTE_MS)), measured: true }
}
