// The battle that a player is making: how it is read from an address, from the tab's storage and from an older battle, and what it costs.

import { BATTLE_PART_PERCENT, BATTLE_ROUNDS, BATTLE_SAME_CASE_MOST } from '../../game/base/economy.ts'
import { cents } from '../../game/base/money.ts'
import {
  allowsCrazy,
  BATTLE_FORMAT_NAMES,
  BATTLE_FORMATS,
  BATTLE_MODES,
  type BattleFormat,
  type BattleMode,
  isPart,
  partOfPrice,
} from '../../game/battles/battle.ts'
import type { BattleView } from '../../protocol/battle.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

/** Rounds of one case, which follow each other. */
export interface DraftCase {
  readonly url: string
  readonly count: number
}

export interface BattleDraft {
  /** In the order of the rounds, each case once. */
  readonly cases: readonly DraftCase[]
  readonly format: BattleFormat
  readonly mode: BattleMode
  /** What the player wants; `termsOf` says whether the mode allows it. */
  readonly crazy: boolean
  readonly fast: boolean
  readonly isPrivate: boolean
  /** The part of their own seat that the player pays, in percent. */
  readonly percent: number
  /** The part of the seats of others that the player pays in a private battle, in percent. */
  readonly fund: number
  /** The battle that this one plays again, as long as rounds and terms are the same; null for none. */
  readonly rematchOf: string | null
}

export const EMPTY_DRAFT: BattleDraft = {
  cases: [],
  format: '1v1',
  mode: 'normal',
  crazy: false,
  fast: false,
  isPrivate: false,
  percent: BATTLE_PART_PERCENT.most,
  fund: 0,
  rematchOf: null,
}

/** Returns the number of rounds. */
export function roundsOf({ cases }: Pick<BattleDraft, 'cases'>): number {
  return cases.reduce((sum, { count }) => sum + count, 0)
}

/** Returns how often a case is in the draft. */
export function countOf({ cases }: Pick<BattleDraft, 'cases'>, url: string): number {
  return cases.find((one) => one.url === url)?.count ?? 0
}

/** Tells whether a case can be added once more. */
export function canAdd(draft: BattleDraft, url: string): boolean {
  return countOf(draft, url) < BATTLE_SAME_CASE_MOST && roundsOf(draft) < BATTLE_ROUNDS.most
}

/** Returns the cases with one more or one less of a case, within the limits of a battle. */
export function withCount(draft: BattleDraft, url: string, change: 1 | -1): readonly DraftCase[] {
  if (change === 1 && !canAdd(draft, url)) return draft.cases
  const count = countOf(draft, url) + change
  if (change === 1 && count === 1) return [...draft.cases, { url, count }]
  return draft.cases.map((one) => (one.url === url ? { url, count } : one)).filter((one) => one.count > 0)
}

/** What the server is told of the terms: what does not apply is off. */
export interface DraftTerms {
  readonly crazy: boolean
  readonly fund: number
}

/** Returns the terms that apply. */
export function termsOf({ mode, crazy, isPrivate, fund }: BattleDraft): DraftTerms {
  return { crazy: crazy && allowsCrazy(mode), fund: isPrivate ? fund : 0 }
}

/** What a battle costs its creator, in cents. */
export interface DraftCost {
  /** A whole seat. */
  readonly seat: number
  /** The own seat, or its part. */
  readonly own: number
  /** The seats of others. */
  readonly fund: number
  readonly total: number
}

/** Returns what a draft costs, by the prices of cases in cents; unknown cases cost nothing. */
export function costOf(draft: BattleDraft, prices: ReadonlyMap<string, number>): DraftCost {
  const seat = draft.cases.reduce((sum, { url, count }) => sum + count * (prices.get(url) ?? 0), 0)
  const others = BATTLE_FORMATS[draft.format].seats - 1
  const own = partOfPrice(cents(seat), draft.percent)
  const fund = others * partOfPrice(cents(seat), termsOf(draft).fund)
  return { seat, own, fund, total: own + fund }
}

/** Returns a list of rounds as a draft has them. A case that comes back later joins its first rounds. */
export function casesOf(urls: readonly string[]): readonly DraftCase[] {
  let draft: BattleDraft = EMPTY_DRAFT
  for (const url of urls) draft = { ...draft, cases: withCount(draft, url, 1) }
  return draft.cases
}

/** Returns the draft that plays a battle again. */
export function draftOf(battle: BattleView): BattleDraft {
  const { id, state, format, mode, crazy, fast, isPrivate, fund, rounds, seats } = battle
  const own = seats.find((seat) => seat.own)
  return {
    cases: casesOf(rounds.map(({ url }) => url)),
    ...{ format, mode, crazy, fast, isPrivate },
    percent: own?.percent ?? EMPTY_DRAFT.percent,
    fund: battle.ownBattle ? fund : 0,
    rematchOf: own !== undefined && state !== 'open' ? id : null,
  }
}

/** Reads a stored draft; what is not valid in it is that of an empty one. */
export function readDraft(stored: unknown): BattleDraft {
  const { urls, format, mode, crazy, fast, isPrivate, percent, fund } = fieldsOf(stored)
  const isListed = Array.isArray(urls) && urls.length <= BATTLE_ROUNDS.most
  return {
    cases: isListed ? casesOf(urls.filter((url) => typeof url === 'string')) : [],
    format: BATTLE_FORMAT_NAMES.find((known) => known === format) ?? EMPTY_DRAFT.format,
    mode: BATTLE_MODES.find((known) => known === mode) ?? EMPTY_DRAFT.mode,
    crazy: crazy === true,
    fast: fast === true,
    isPrivate: isPrivate === true,
    percent: typeof percent === 'number' && isPart(percent) ? percent : EMPTY_DRAFT.percent,
    fund: typeof fund === 'number' && isPart(fund) ? fund : 0,
    rematchOf: null,
  }
}

/** Returns the case of each round. */
export function urlsOf({ cases }: Pick<BattleDraft, 'cases'>): string[] {
  return cases.flatMap(({ url, count }) => Array.from({ length: count }, () => url))
}
