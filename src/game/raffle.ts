// Raffles: their periods and prizes, who may join, the list of entries that is frozen and hashed, and the draw.
import { drawRoll, type Hmac, type RollInput } from './fairness.ts'
import type { RaffleKind } from './rewards.ts'
import { dayOf, hourOf, type Span, weekOf } from './site-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How far back a deposit lets a player join. Spans of time, not periods: at ten past an hour one of five to it still counts. */
const DEPOSIT_WITHIN_MS: Readonly<Record<RaffleKind, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
}

/**
 * After a standstill the periods that were missed are kept as raffles without players, so that each period has its own. As many as
 * this of a kind, the last ones: more of them tell nobody anything.
 */
const MISSED_MOST = 200

/** The period of a kind that holds a moment: an hour of the world's clocks, a day or a week of the site's time zone. */
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

/** Counts the periods of a kind since 1970, the same in every process. */
function periodNumber(kind: RaffleKind, { day, fromMs }: Span): number {
  if (kind === 'hourly') return Math.floor(fromMs / HOUR_MS)
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
  // The first day of 1970 was a Thursday: three days later than the Monday of its week.
  return kind === 'daily' ? days : Math.floor((days + 3) / 7)
}

/**
 * The prize of a period: the list turns, one further each time.
 *
 * @param prizes at least one
 */
export function rafflePrize<Prize>(kind: RaffleKind, span: Span, prizes: readonly Prize[]): Prize {
  const prize = prizes[periodNumber(kind, span) % prizes.length]
  if (prize === undefined) throw new RangeError(`There is no prize for ${kind} raffles`)
  return prize
}

/**
 * The periods that have to be opened: the one that holds this moment, and before it what was missed since the last raffle closed.
 *
 * @param lastMs when the last one closes or closed; null where there was none
 * @returns the oldest first; none while the last one is open. Where the site's time zone was changed the first of them begins when
 *   the last one closed
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

/** From when on a deposit lets a player join now. */
export function depositSince(kind: RaffleKind, nowMs: number): number {
  return nowMs - DEPOSIT_WITHIN_MS[kind]
}

/** A raffle as its list of entries names it. */
export interface RaffleName {
  readonly id: string
  readonly number: number
}

/**
 * The list of entries as it is hashed and shown: JSON without spaces. Its form never changes.
 *
 * @param players their ids, ascending
 */
export function entriesText({ id, number }: RaffleName, players: readonly number[]): string {
  return JSON.stringify({ raffle: id, number, players })
}

/**
 * Reads a list of entries.
 *
 * @returns null for any other text than the list of this raffle, with ids that ascend
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

/** What the roll of a raffle is made of, beside the seed: whoever changes an entry changes the roll. */
export function raffleRollInput({ number, entries, entriesHash }: Frozen): RollInput {
  return { game: 'raffle', clientSeed: entriesHash, nonce: number, range: entries }
}

/**
 * The place in the list that wins, from 1.
 *
 * @param hmac keyed with the server seed that was committed to, or with the randomness of the beacon's round, both as hex
 */
export function drawRaffle(hmac: Hmac, frozen: Frozen): number {
  return drawRoll(hmac, raffleRollInput(frozen))
}
