// Simulated draws from published tables, ten million by a fast generator and 200,000 through the real HMAC path: do the
// tickets win as often as they should, and does the game return what it publishes? A real roll costs microseconds, so
// the ten million use a fast generator and the same ticket rules; the real rolls follow, from random server seeds. The
// same test judges both.

import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { GameName } from '../../../src/game/base/games.ts'
import { drawRoll, type Hmac, ROLL_RANGE } from '../../../src/game/fairness/fairness.ts'
import { chiSquared, drawFrom, seededStream } from '../../game/fairness/chi-squared.ts'

const FAST_DRAWS = 10_000_000
const REAL_DRAWS = 200_000
/** The probability that chance alone fails a whole column; each of its tables gets an equal part (Bonferroni). */
const LEAST_P = 0.001
const MOST_STANDARD_ERRORS = 4

/** The prize of a ticket. */
interface Outcome {
  readonly priceCents: number
  readonly tickets: number
}

/** One table as it is published, with the rule that reads it. */
export interface Table {
  readonly game: GameName
  readonly name: string
  readonly stakeCents: number
  readonly outcomes: readonly Outcome[]
  /** Returns the index of the outcome of a roll, by the rule of the game. */
  readonly placeOf: (roll: number) => number
}

interface Verdict {
  readonly p: number
  /** Mean winnings divided by the stake. */
  readonly returned: number
  /** The deviation from the published return in standard errors. */
  readonly deviation: number
}

/** Runs both simulations for every table and prints a line each; true when all of them passed. */
export function drawAll(tables: readonly Table[]): boolean {
  const seed = randomInt(2 ** 31)
  const leastP = LEAST_P / tables.length
  console.log(`${tables.length} tables, ${FAST_DRAWS.toLocaleString('en')} draws each by a generator (seed ${seed}),`)
  console.log(`${REAL_DRAWS.toLocaleString('en')} each by HMAC-SHA-256 under a random server seed.`)
  console.log(
    `Held when p > ${LEAST_P} / ${tables.length} and the return is within ${MOST_STANDARD_ERRORS} standard errors.\n`,
  )
  console.log(line(['table', 'published', 'returned', 'errors', 'p', 'returned', 'errors', 'p', '']))
  const verdicts = tables.map((table, at) => {
    const places = Uint8Array.from({ length: ROLL_RANGE }, (_, roll) => table.placeOf(roll + 1))
    const fast = judge(table, drawFast(places, table, seed + at))
    const real = judge(table, drawReal(places, table))
    const held = [fast, real].every(({ p, deviation }) => p > leastP && Math.abs(deviation) <= MOST_STANDARD_ERRORS)
    const published = percent(meanOf(table) / table.stakeCents)
    console.log(line([table.name, published, ...cells(fast), ...cells(real), held ? 'held' : 'VIOLATED']))
    return { fast, real, held }
  })
  const lowest = (pick: 'fast' | 'real'): string => Math.min(...verdicts.map((verdict) => verdict[pick].p)).toFixed(5)
  const violated = verdicts.filter(({ held }) => !held).length
  console.log(`\nlowest p: ${lowest('fast')} by the generator, ${lowest('real')} by HMAC; violated: ${violated}`)
  return violated === 0
}

function drawFast(places: Uint8Array, { outcomes }: Table, seed: number): number[] {
  const counts = new Float64Array(outcomes.length)
  const stream = seededStream(seed)
  for (let draw = 0; draw < FAST_DRAWS; draw++) {
    const at = places[drawFrom(stream, ROLL_RANGE) - 1] ?? 0
    counts[at] = (counts[at] ?? 0) + 1
  }
  return [...counts]
}

function drawReal(places: Uint8Array, { game, outcomes }: Table): number[] {
  const counts = new Float64Array(outcomes.length)
  const serverSeed = randomBytes(32).toString('hex')
  const hmac: Hmac = (message) => createHmac('sha256', serverSeed).update(message).digest()
  for (let nonce = 0; nonce < REAL_DRAWS; nonce++) {
    const at = places[drawRoll(hmac, { game, clientSeed: 'bench', nonce }) - 1] ?? 0
    counts[at] = (counts[at] ?? 0) + 1
  }
  return [...counts]
}

function judge(table: Table, counts: readonly number[]): Verdict {
  const { outcomes, stakeCents } = table
  const draws = counts.reduce((sum, count) => sum + count, 0)
  const won = outcomes.reduce((sum, { priceCents }, at) => sum + priceCents * (counts[at] ?? 0), 0)
  const mean = meanOf(table)
  const squares = outcomes.reduce((sum, { priceCents, tickets }) => sum + tickets * (priceCents - mean) ** 2, 0)
  const standardError = Math.sqrt(squares / ROLL_RANGE / draws)
  const tickets = outcomes.map((outcome) => outcome.tickets)
  return {
    p: chiSquared(counts, tickets).p,
    returned: won / draws / stakeCents,
    deviation: (won / draws - mean) / standardError,
  }
}

/** The mean winnings of the tickets, in cents. */
function meanOf({ outcomes }: Table): number {
  return outcomes.reduce((sum, { priceCents, tickets }) => sum + priceCents * tickets, 0) / ROLL_RANGE
}

function cells({ returned, deviation, p }: Verdict): string[] {
  return [percent(returned), deviation.toFixed(2), p.toFixed(4)]
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)} %`
}

function line(columns: readonly string[]): string {
  return columns.map((column, at) => (at === 0 ? column.padEnd(26) : column.padStart(10))).join(' ')
}
