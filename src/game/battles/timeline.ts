// The timeline of a battle's show. All browsers compute it from the same start, so that late visitors see the same moment as the others.

/** From the draw to the first reel. */
export const LEAD_MS = 3_000
/** One round: its reels, and a moment for its items. */
const ROUND_MS = { normal: 5_000, fast: 2_000 } as const
/** The reels of a round, and of the last one, which are slower: its round is as long as the others. */
const REELS_MS = { normal: 3_700, fast: 1_350 } as const
const LAST_REELS_MS = { normal: 4_400, fast: 1_700 } as const
/** The decision: a tie, a jackpot, the winner. */
const DECISION_MS = 4_000
/** The draw of a tie or a jackpot, at the beginning of the decision. */
export const DRAW_MS = 2_800

export interface TimelineTerms {
  readonly rounds: number
  /** Shorter rounds, as its creator chose. */
  readonly fast: boolean
}

/** Returns how long one round is shown, in milliseconds. */
export function roundMs(fast: boolean): number {
  return fast ? ROUND_MS.fast : ROUND_MS.normal
}

/** Returns how long the reels of a round, counted from 1, run, in milliseconds; its items are shown from then on. */
export function reelsMs({ rounds, fast }: TimelineTerms, round: number): number {
  const { normal, fast: short } = round === rounds ? LAST_REELS_MS : REELS_MS
  return fast ? short : normal
}

/** Returns how long a whole battle is shown, in milliseconds. What it won is paid at its end. */
export function timelineMs({ rounds, fast }: TimelineTerms): number {
  return LEAD_MS + rounds * roundMs(fast) + DECISION_MS
}

/** A moment of a battle that is shown. `at` counts milliseconds since the phase began; rounds count from 1. */
export type BattlePhase =
  | { readonly phase: 'lead'; readonly at: number }
  | { readonly phase: 'round'; readonly round: number; readonly at: number }
  | { readonly phase: 'decision'; readonly at: number }
  | { readonly phase: 'over' }

/**
 * Returns what is shown at a moment.
 *
 * @param elapsedMs since the battle's start
 */
export function phaseAt({ rounds, fast }: TimelineTerms, elapsedMs: number): BattlePhase {
  if (elapsedMs < LEAD_MS) return { phase: 'lead', at: Math.max(0, elapsedMs) }
  const inRounds = elapsedMs - LEAD_MS
  const each = roundMs(fast)
  if (inRounds < rounds * each) {
    return { phase: 'round', round: Math.floor(inRounds / each) + 1, at: inRounds % each }
  }
  const at = inRounds - rounds * each
  return at < DECISION_MS ? { phase: 'decision', at } : { phase: 'over' }
}

/**
 * What a screen shows of a battle, in steps: each lasts until `untilMs` since the battle's start. A round is its `reels`, then its
 * `items`; the decision is a `draw`, where a tie or a jackpot has to be drawn, then the `winner`.
 */
export type BattleMoment = { readonly untilMs: number } & (
  | { readonly step: 'lead' }
  | { readonly step: 'reels' | 'items'; readonly round: number }
  | { readonly step: 'draw' | 'winner' | 'over' }
)

/**
 * Returns the step of a moment.
 *
 * @param elapsedMs since the battle's start
 * @param isDrawn whether a tie or a jackpot is drawn at the end
 */
export function momentAt(terms: TimelineTerms, elapsedMs: number, isDrawn: boolean): BattleMoment {
  const shown = phaseAt(terms, elapsedMs)
  const each = roundMs(terms.fast)
  const decisionAt = LEAD_MS + terms.rounds * each
  switch (shown.phase) {
    case 'lead':
      return { step: 'lead', untilMs: LEAD_MS }
    case 'round': {
      const startMs = roundStartMs(terms.fast, shown.round)
      const stopMs = reelsMs(terms, shown.round)
      if (shown.at >= stopMs) return { step: 'items', round: shown.round, untilMs: startMs + each }
      return { step: 'reels', round: shown.round, untilMs: startMs + stopMs }
    }
    case 'decision':
      if (isDrawn && shown.at < DRAW_MS) return { step: 'draw', untilMs: decisionAt + DRAW_MS }
      return { step: 'winner', untilMs: timelineMs(terms) }
    case 'over':
      return { step: 'over', untilMs: Number.POSITIVE_INFINITY }
  }
}

/** Returns when a round begins, in milliseconds since the battle's start; the round after the last is the decision. */
export function roundStartMs(fast: boolean, round: number): number {
  return LEAD_MS + (round - 1) * roundMs(fast)
}

/** Returns how many rounds' items have been shown at a moment. */
export function roundsShown({ rounds }: Pick<TimelineTerms, 'rounds'>, moment: BattleMoment): number {
  if (moment.step === 'lead') return 0
  if (moment.step === 'reels') return moment.round - 1
  return moment.step === 'items' ? moment.round : rounds
}
