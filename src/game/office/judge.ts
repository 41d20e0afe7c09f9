// Decides whether a member of the staff may do something now.
import { type Cap, DEFAULT_RULES, type OfficeRules } from './limits.ts'
import type { Role } from './roles.ts'
import { ruleOf, type Second, type Verb } from './verbs.ts'

/** Why something may not be done: `second` is the proposer, who cannot be the second person, or who decided what is appealed against. */
export const WHYS = ['role', 'state', 'second', 'limit', 'reason', 'fresh'] as const

export type Why = (typeof WHYS)[number]

export interface Situation {
  /** Null for nobody who is signed in. */
  readonly role: Role | null
  /** The state of the subject; undefined where it has none. */
  readonly state?: string | undefined
  /** Until when acts that ask for a fresh assertion are allowed, in ms; null for none. */
  readonly freshUntil: number | null
  readonly now: number
  /** What it moves, in cents. */
  readonly amount?: number | undefined
  readonly hasReason: boolean
  readonly rules?: OfficeRules
  /** Whether the one who acts made the proposal that is decided. */
  readonly isProposer?: boolean | undefined
  /** The verb of the proposal that is decided. The decider needs the right to it too. */
  readonly proposed?: Verb | undefined
  /** Whether the one who acts made the decision that a player appeals against. */
  readonly hasDecided?: boolean | undefined
}

export type Judgement =
  | {
      readonly may: true
      /** Whether it becomes a proposal that a second person approves. */
      readonly second: boolean
      /** Whether it would become one in a shop of more than one. */
      readonly alone: boolean
    }
  | { readonly may: false; readonly why: Why }

/** Verbs that the proposer of a proposal may not do, and the one that nobody else may. */
const OF_ANOTHER: readonly Verb[] = ['proposals.approve', 'proposals.refuse']
const OF_PROPOSER: readonly Verb[] = ['proposals.withdraw']
/** Verbs of an appeal that are closed to the person who made the decision. */
const OF_APPEAL: readonly Verb[] = ['letters.answer', 'letters.close']

function asksForSecond(second: Second, amount: number | undefined, rules: OfficeRules): boolean {
  if (typeof second === 'string') return second === 'always'
  // What is not known counts as above the limit.
  return amount === undefined || amount > rules.limits[second.above]
}

function isAbove(most: Cap | undefined, amount: number | undefined, rules: OfficeRules): boolean {
  return most !== undefined && amount !== undefined && Math.abs(amount) > rules.caps[most]
}

/**
 * Judges a verb. The order of the answers is that of what a person can do about it: nothing, wait, ask a colleague, write a reason, press
 * the passkey.
 */
export function judge(verb: Verb, situation: Situation): Judgement {
  const {
    role,
    state,
    freshUntil,
    now,
    amount,
    hasReason,
    rules = DEFAULT_RULES,
    isProposer,
    proposed,
    hasDecided,
  } = situation
  const rule = ruleOf(verb)
  if (verb !== 'session' && (role === null || !rule.roles.includes(role))) return { may: false, why: 'role' }
  if (OF_ANOTHER.includes(verb) && proposed !== undefined && !ruleOf(proposed).roles.some((one) => one === role)) {
    return { may: false, why: 'role' }
  }
  if (rule.states !== 'any' && (state === undefined || !rule.states.includes(state))) {
    return { may: false, why: 'state' }
  }
  if (OF_ANOTHER.includes(verb) && isProposer !== false) return { may: false, why: 'second' }
  if (OF_PROPOSER.includes(verb) && isProposer !== true) return { may: false, why: 'second' }
  if (OF_APPEAL.includes(verb) && hasDecided === true) return { may: false, why: 'second' }
  if (isAbove(rule.most, amount, rules)) return { may: false, why: 'limit' }
  if (rule.reason && !hasReason) return { may: false, why: 'reason' }
  if (rule.fresh && (freshUntil === null || freshUntil <= now)) return { may: false, why: 'fresh' }
  const asks = asksForSecond(rule.second, amount, rules)
  return { may: true, second: asks && rules.secondPerson, alone: asks && !rules.secondPerson }
}
