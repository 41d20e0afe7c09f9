// The table of odds that a roll was bound to, read from its text: the same form for every game.
import { ticketRanges } from './case.ts'
import { GAMES, type GameName } from './fairness.ts'

/** In the place of an item's id: these tickets win an amount of money, which is their price. No id of an item is the same. */
export const BALANCE_PRIZE = 'balance'

export interface OddsLine {
  /** Id of the item, or `BALANCE_PRIZE`; null where these tickets win nothing. */
  readonly item: string | null
  /** What the item was worth, or the amount; 0 for nothing. */
  readonly priceCents: number
  readonly tickets: number
  /** The first and the last of its tickets. */
  readonly from: number
  readonly to: number
}

export interface Odds {
  readonly game: GameName
  /** What the roll cost, or what was staked or put in; 0 where it was free. */
  readonly priceCents: number
  /** All tickets together: the N of its rolls. */
  readonly tickets: number
  /** In ticket order. */
  readonly lines: readonly OddsLine[]
}

interface WrittenLine {
  readonly item: string | null
  readonly price: number
  readonly tickets: number
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function isLine(line: unknown): line is WrittenLine {
  if (typeof line !== 'object' || line === null) return false
  if (!('item' in line && 'price' in line && 'tickets' in line)) return false
  return (line.item === null || typeof line.item === 'string') && isCount(line.price) && isCount(line.tickets)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Reads a text of odds.
 *
 * @returns null for what is no such text: a line that cannot be read would shift the tickets of all that follow
 */
export function readOdds(text: string): Odds | null {
  const odds = parsed(text)
  if (typeof odds !== 'object' || odds === null || !('entries' in odds && 'price' in odds)) return null
  const game = GAMES.find((name) => Object.hasOwn(odds, name))
  if (game === undefined || !isCount(odds.price) || !Array.isArray(odds.entries)) return null
  const entries: readonly unknown[] = odds.entries
  if (!entries.every(isLine)) return null
  const tickets = entries.reduce((sum, line) => sum + line.tickets, 0)
  if (!Number.isSafeInteger(tickets) || tickets === 0) return null
  const ranges = ticketRanges(entries)
  return {
    game,
    priceCents: odds.price,
    tickets,
    lines: entries.map(({ item, price, tickets: held }, place) => ({
      item,
      priceCents: price,
      tickets: held,
      from: ranges[place]?.from ?? 0,
      to: ranges[place]?.to ?? 0,
    })),
  }
}

/** The line whose tickets a roll lies in; undefined where no line holds it. */
export function lineOfRoll(odds: Odds, roll: number): OddsLine | undefined {
  return odds.lines.find(({ from, to }) => roll >= from && roll <= to)
}

/** What a table gives back in the long run, as a fraction of the price; null where it cost nothing. */
export function returnOfOdds({ priceCents, tickets, lines }: Odds): number | null {
  if (priceCents === 0) return null
  return lines.reduce((worth, line) => worth + line.priceCents * line.tickets, 0) / (tickets * priceCents)
}
