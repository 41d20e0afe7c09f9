// Raffles: periods and prizes, who may join, the list of entries that is frozen and hashed, and the draw.

import { dayOf, hourOf, type Span, weekOf } from '../base/site-time.ts'
import { drawRoll, type Hmac, type RollInput } from '../fairness/fairness.ts'
import type { RaffleKind } from './rewards.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * How recent a deposit has to be to join. These are durations, not periods: at ten past an hour a deposit of five to it still
 * counts.
 */
const DEPOSIT_WITHIN_MS: Readonly<Record<RaffleKind, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
}

/** The limit for each kind of periods that are made up after a downtime: each missed period becomes a raffle without players. */
const MISSED_MOST = 200

/** Returns the period of a kind at a time: an hour of UTC, or a day or a week of the site's time zone. */
export function raffleSpan(kind: RaffleKind, atMs: number, zone: string): Span {
  switch (kind) {
    case 'hourly':
      return hourOf(atMs)
    case 'daily':
      return dayOf(atMs, zone)
    case 'weekly':
      return weekOf(atMs, zone)
  }
}

/** Counts the periods of a kind since 1970, equally in every process. */
function periodNumber(kind: RaffleKind, { day, fromMs }: Span): number {
  if (kind === 'hourly') return Math.floor(fromMs / HOUR_MS)
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
  // The first day of 1970 was a Thursday: three days after the Monday of its week.
  return kind === 'daily' ? days : Math.floor((days + 3) / 7)
}

/**
 * Returns the prize of a period: prizes rotate, one further each period.
 *
 * @param prizes at least one
 */
export function rafflePrize<Prize>(kind: RaffleKind, span: Span, prizes: readonly Prize[]): Prize {
  const prize = prizes[periodNumber(kind, span) % prizes.length]
  if (prize === undefined) throw new RangeError(`There is no prize for ${kind} raffles`)
  return prize
}

/**
 * Returns the periods that have to be opened: the current one, and those missed since the last raffle closed.
 *
 * @param lastMs when the last one closes or closed; null for none
 * @returns the oldest first; none while the last one is open. After a change of the site's time zone the first one begins when the
 * last one closed
 */
export function dueSpans(kind: RaffleKind, lastMs: number | null, nowMs: number, zone: string): Span[] {
  if (lastMs !== null && lastMs > nowMs) return []
  const spans: Span[] = []
  let atMs = nowMs
  while (spans.length < MISSED_MOST) {
    const span = raffleSpan(kind, atMs, zone)
    spans.unshift({ ...span, fromMs: Math.max(span.fromMs, lastMs ?? span.fromMs) })
    if (lastMs === null || span.fromMs <= lastMs) break
    atMs = span.fromMs - 1
  }
  return spans
}

/** Returns since when a deposit lets a player join now. */
export function depositSince(kind: RaffleKind, nowMs: number): number {
  return nowMs - DEPOSIT_WITHIN_MS[kind]
}

/** The identity of a raffle in its list of entries. */
export interface RaffleName {
  readonly id: string
  readonly number: number
}

/**
 * Returns the list of entries as it is hashed and published: JSON without spaces. Its format never changes.
 *
 * @param players the numbers that stand for them, ascending; ids in lists that were frozen before there were such numbers
 */
export function entriesText({ id, number }: RaffleName, players: readonly number[]): string {
  return JSON.stringify({ raffle: id, number, players })
}

/**
 * Parses a list of entries.
 *
 * @returns null unless the text is the list of this raffle, with ascending numbers
 */
export function readEntries(text: string, raffle: RaffleName): readonly number[] | null {
  const match = /"players":\[(\d{1,10}(?:,\d{1,10})*)?\]\}$/.exec(text)
  if (match === null) return null
  const players = match[1] === undefined ? [] : match[1].split(',').map(Number)
  const ascend = players.every((player, at) => at === 0 || player > (players[at - 1] ?? player))
  return ascend && entriesText(raffle, players) === text ? players : null
}

/** A frozen raffle. */
export interface Frozen {
  readonly number: number
  readonly entries: number
  /** The SHA-256 of its list, as hex. */
  readonly entriesHash: string
}

/**
 * Returns the input of a raffle's roll besides the seed. It contains the hash of the list, so changing an entry changes the roll.
 */
export function raffleRollInput({ number, entries, entriesHash }: Frozen): RollInput {
  return { game: 'raffle', clientSeed: entriesHash, nonce: number, range: entries }
}

/**
 * Returns the winning place in the list, from 1.
 *
 * @param hmac keyed with the committed server seed, or with the randomness of the beacon's round, both as hex
 */
export function drawRaffle(hmac: Hmac, frozen: Frozen): number {
  return drawRoll(hmac, raffleRollInput(frozen))
}
