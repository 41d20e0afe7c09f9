// Parsers of arguments and option values: text in, value out, or the error that commander prints with the option's name.
import { InvalidArgumentError } from 'commander'

/** Returns a parser of whole numbers within bounds. */
export function wholeNumber({ least, most }: { least: number; most: number }): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
}

/** Returns a parser of numbers that are not below a bound. */
export function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (number >= least && Number.isFinite(number)) return number
    throw new InvalidArgumentError(`Expected a number from ${least} on.`)
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses the id of an order, a withdrawal or a raffle. */
export function uuid(text: string): string {
  if (UUID.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('Expected an id of 36 characters.')
}

/** Returns a parser of texts that are not blank. */
export function textUpTo(most: number): (text: string) => string {
  return (text) => {
    const trimmed = text.trim()
    if (trimmed !== '' && trimmed.length <= most) return trimmed
    throw new InvalidArgumentError(`Expected 1 to ${most} characters.`)
  }
}

export const DAY_MS = 86_400_000

/** Returns the day of a moment in UTC, like 2026-12-31. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Parses a day like 2026-12-31; returns its first moment in UTC. */
export function day(text: string): Date {
  const start = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : Number.NaN)
  // Date reads February 30 as March 2.
  if (!Number.isNaN(start.getTime()) && utcDay(start) === text) return start
  throw new InvalidArgumentError('Expected a day like 2026-12-31.')
}
