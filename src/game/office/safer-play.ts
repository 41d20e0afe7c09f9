// Signals that a person of the staff should look at how a player plays. They prompt a person and do nothing else. The thresholds are data
// (data/safer-play.json).
import type { Localized } from '../base/language.ts'
import { addDays, type Day } from '../base/site-time.ts'

/**
 * chasing: deposits that rise after losses; many-deposits: several on one day at a loss; nights: hours of play at night; limits-raised: deposit
 * limits raised or removed; withdrawals-cancelled: items taken back from a withdrawal, and play after it.
 */
export const SIGNAL_KINDS = ['chasing', 'many-deposits', 'nights', 'limits-raised', 'withdrawals-cancelled'] as const

export type SignalKind = (typeof SIGNAL_KINDS)[number]

/** What a person noted of a conversation. */
export const CONVERSATION_OUTCOMES = [
  'no-concern',
  'talked',
  'limit-suggested',
  'time-out-suggested',
  'excluded',
] as const

export type ConversationOutcome = (typeof CONVERSATION_OUTCOMES)[number]

/** One day of a player, in the site's time zone. */
export interface PlayDay {
  readonly day: Day
  readonly deposits: number
  /** Cents. */
  readonly deposited: number
  /** Cents staked in all games. */
  readonly staked: number
  /** Cents won less cents staked; below zero for a loss. */
  readonly result: number
  /** Milliseconds of play in the hours of the night. */
  readonly nightMs: number
  /** Deposit limits that were raised or removed. */
  readonly limitsRaised: number
  /** Withdrawals that the player declined, or whose item they took back. */
  readonly withdrawalsCancelled: number
}

interface Range {
  readonly least: number
  readonly most: number
}

/** How many days a rule may look back. */
export const WINDOW_DAYS: Range = { least: 1, most: 30 }

/** The thresholds of each signal with their bounds: a shop cannot set one so high that nobody is ever looked at, or so low that everybody is. */
export const SIGNAL_BOUNDS = {
  // Days whose deposits exceed those of the last day with deposits, after a loss between the two; cents lost in the window.
  chasing: { rises: { least: 1, most: 10 }, lost: { least: 500, most: 100_000 } },
  // The most deposits on one day, and cents lost that day.
  'many-deposits': { deposits: { least: 2, most: 20 }, lost: { least: 500, most: 100_000 } },
  // Nights with half an hour of play at least, and hours of play in all of them.
  nights: { nights: { least: 1, most: 14 }, hours: { least: 1, most: 60 } },
  'limits-raised': { times: { least: 1, most: 10 } },
  'withdrawals-cancelled': { times: { least: 1, most: 20 } },
} as const satisfies Record<SignalKind, Readonly<Record<string, Range>>>

/** A rule: how many days it looks at, and its thresholds. */
export type SignalRule<Kind extends SignalKind = SignalKind> = { readonly windowDays: number } & {
  readonly [Name in keyof (typeof SIGNAL_BOUNDS)[Kind]]: number
}

/** How many texts for an exclusion by the shop there may be. */
export const EXCLUSION_WORDS_MOST = 9

/** What a player reads of an exclusion by the shop. */
export interface ExclusionWords {
  readonly id: string
  readonly text: Localized
}

export interface SaferPlayRules {
  /** Hours of the day between which play counts as play at night; `to` is not in it. It may cross midnight. */
  readonly night: { readonly from: number; readonly to: number }
  /** Days after a look in which the same signal of a player prompts nobody again. */
  readonly quietDays: number
  readonly rules: { readonly [Kind in SignalKind]: SignalRule<Kind> }
  readonly words: readonly ExclusionWords[]
}

/** The bounds of `quietDays`. */
export const QUIET_DAYS: Range = { least: 1, most: 60 }

/** The rules of a shop whose data states none. */
export const DEFAULT_SAFER_PLAY: SaferPlayRules = {
  night: { from: 0, to: 6 },
  quietDays: 14,
  rules: {
    chasing: { windowDays: 14, rises: 2, lost: 5_000 },
    'many-deposits': { windowDays: 7, deposits: 4, lost: 5_000 },
    nights: { windowDays: 7, nights: 3, hours: 6 },
    'limits-raised': { windowDays: 30, times: 2 },
    'withdrawals-cancelled': { windowDays: 14, times: 3 },
  },
  words: [
    {
      id: 'protection',
      text: {
        en: 'We’re worried about how you play.',
        ru: 'Нас беспокоит, как вы играете.',
        uk: 'Нас непокоїть, як ви граєте.',
      },
    },
  ],
}

/** Days that have to be read for every rule. */
export function daysRead({ rules }: SaferPlayRules): number {
  return Math.max(...SIGNAL_KINDS.map((kind) => rules[kind].windowDays))
}

/** Tells whether an hour of the day is one of the night. */
export function isNightHour(hour: number, { from, to }: SaferPlayRules['night']): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}

/** Half an hour of play makes a night. */
const NIGHT_LEAST_MS = 30 * 60_000
const HOUR_MS = 3_600_000

/** The numbers that a signal rests on, by their names; sums in cents. */
export type SignalNumbers = Readonly<Record<string, number>>

export interface Signal {
  readonly kind: SignalKind
  readonly numbers: SignalNumbers
}

const sum = (days: readonly PlayDay[], of: (day: PlayDay) => number): number =>
  days.reduce((total, day) => total + of(day), 0)

const lossOf = (days: readonly PlayDay[]): number => Math.max(0, -sum(days, ({ result }) => result))

/** Counts days with more deposits in cents than the last day with deposits, after a loss from that day on. */
function chasing(days: readonly PlayDay[]): SignalNumbers {
  const depositDays = days.filter(({ deposits }) => deposits > 0)
  const rises = depositDays.slice(1).filter((later, at) => {
    const earlier = depositDays[at]
    if (earlier === undefined || later.deposited <= earlier.deposited) return false
    return lossOf(days.filter(({ day }) => day >= earlier.day && day < later.day)) > 0
  })
  return {
    rises: rises.length,
    lost: lossOf(days),
    deposited: sum(days, ({ deposited }) => deposited),
    first: depositDays[0]?.deposited ?? 0,
    last: depositDays.at(-1)?.deposited ?? 0,
  }
}

/** Finds the day with the most deposits among those whose loss reaches the threshold. */
function manyDeposits(days: readonly PlayDay[], { lost }: SignalRule<'many-deposits'>): SignalNumbers {
  const losing = days.filter(({ result }) => -result >= lost)
  const [worst] = losing.toSorted((a, b) => b.deposits - a.deposits || a.result - b.result)
  return {
    deposits: worst?.deposits ?? 0,
    deposited: worst?.deposited ?? 0,
    lost: worst === undefined ? 0 : -worst.result,
  }
}

function nights(days: readonly PlayDay[]): SignalNumbers {
  const played = days.filter(({ nightMs }) => nightMs >= NIGHT_LEAST_MS)
  return { nights: played.length, hours: Math.floor(sum(played, ({ nightMs }) => nightMs) / HOUR_MS) }
}

function limitsRaised(days: readonly PlayDay[]): SignalNumbers {
  return { times: sum(days, (day) => day.limitsRaised), deposited: sum(days, ({ deposited }) => deposited) }
}

/** Counts withdrawals that were taken back, if the player staked something on the same day or later. */
function withdrawalsCancelled(days: readonly PlayDay[]): SignalNumbers {
  const last = days.findLast(({ staked }) => staked > 0)
  const before = days.filter(({ day }) => last !== undefined && day <= last.day)
  const first = before.find((day) => day.withdrawalsCancelled > 0)
  return {
    times: sum(before, (day) => day.withdrawalsCancelled),
    staked: first === undefined ? 0 : sum(before.slice(before.indexOf(first)), ({ staked }) => staked),
  }
}

const NUMBERS: {
  readonly [Kind in SignalKind]: (days: readonly PlayDay[], rule: SignalRule<Kind>) => SignalNumbers
} = {
  chasing,
  'many-deposits': manyDeposits,
  nights,
  'limits-raised': limitsRaised,
  'withdrawals-cancelled': withdrawalsCancelled,
}

function signalOf<Kind extends SignalKind>(
  kind: Kind,
  days: readonly PlayDay[],
  lastDay: Day,
  { rules }: SaferPlayRules,
): Signal | null {
  const rule: SignalRule<Kind> = rules[kind]
  const firstDay = addDays(lastDay, 1 - rule.windowDays)
  const window = days.filter(({ day }) => day >= firstDay && day <= lastDay)
  const numbers = NUMBERS[kind](window, rule)
  const thresholds = Object.entries<number>(rule).filter(([name]) => name !== 'windowDays')
  const applies = thresholds.every(([name, least]) => (numbers[name] ?? 0) >= least)
  return applies ? { kind, numbers: { ...numbers, windowDays: rule.windowDays } } : null
}

/**
 * Returns the signals that apply to a player, with the numbers of each.
 *
 * @param days days of the player in any order, one entry a day; days without anything may be left out
 * @param lastDay the last day of every window
 */
export function signalsOf(days: readonly PlayDay[], lastDay: Day, rules: SaferPlayRules): Signal[] {
  const sorted = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return SIGNAL_KINDS.flatMap((kind) => signalOf(kind, sorted, lastDay, rules) ?? [])
}

/** Tells whether a limit was raised or removed. Amounts in cents; null for no limit. */
export function isRaise(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before)
}
