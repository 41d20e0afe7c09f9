// Parses the odds table that a roll committed to: its text has the same format for every game.

import { GAME_NAMES, type GameName } from '../base/games.ts'
import { ticketRanges } from '../cases/case.ts'

/** Stands for the item id where tickets win an amount of money, which is their price. No item has this id. */
export const BALANCE_PRIZE = 'balance'

export interface OddsLine {
  /** The item's id, or `BALANCE_PRIZE`; null where the tickets win nothing. */
  readonly item: string | null
  /** The price of the item, or the amount; 0 for nothing. */
  readonly priceCents: number
  readonly tickets: number
  /** The first and the last ticket. */
  readonly from: number
  readonly to: number
}

export interface Odds {
  readonly game: GameName
  /** The price of the roll, or the stake; 0 for a free roll. */
  readonly priceCents: number
  /** The number of all tickets: the N of its rolls. */
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
 * Parses a text of odds.
 *
 * @returns null for any other text; no line is skipped, because that would shift the tickets of the following ones
 */
export function readOdds(text: string): Odds | null {
  const odds = parsed(text)
  if (typeof odds !== 'object' || odds === null || !('entries' in odds && 'price' in odds)) return null
  const game = GAME_NAMES.find((name) => Object.hasOwn(odds, name))
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

/** Returns the line that a roll wins; undefined where no line has that ticket. */
export function lineOfRoll(odds: Odds, roll: number): OddsLine | undefined {
  return odds.lines.find(({ from, to }) => roll >= from && roll <= to)
}

/** Returns the return to player of a table, as a fraction of the price; null for a free one. */
export function returnOfOdds({ priceCents, tickets, lines }: Odds): number | null {
  if (priceCents === 0) return null
  return lines.reduce((worth, line) => worth + line.priceCents * line.tickets, 0) / (tickets * priceCents)
}
