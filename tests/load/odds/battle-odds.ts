// Millions of simulated battles in every format and mode, with the cases of data/: each seat gets what its cases return.
import { randomInt } from 'node:crypto'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { type SimulatedTerms, simulateBattles } from '../../game/battles/odds.ts'

export const MOST_STANDARD_ERRORS = 5

export interface BattleOddsOptions {
  /** In sum. */
  readonly battles: number
}

/** Prints a line for every format and mode; true when all of them held. */
export async function run({ battles }: BattleOddsOptions): Promise<boolean> {
  const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
  if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
  const cases = [...reading.catalogue.cases.values()]
  const seed = randomInt(2 ** 31)
  console.log(`${battles.toLocaleString('en')} battles of ${cases.length} cases, values by a generator (seed ${seed}).`)
  console.log(`Held when every seat is within ${MOST_STANDARD_ERRORS} standard errors of the return of its cases, and`)
  console.log('of an equal part of what was drawn.\n')
  console.log(line(['format', 'mode', 'battles', 'cases', 'least', 'most', 'errors', 'between', '']))
  const startMs = performance.now()
  let [played, violated, errors, between] = [0, 0, 0, 0]
  for (const simulated of simulateBattles(cases, { battles, seed })) {
    const held = isHeld(simulated)
    console.log(line([...cellsOf(simulated), held ? 'held' : 'VIOLATED']))
    played += simulated.battles
    if (!held) violated++
    errors = Math.max(errors, Math.abs(simulated.fromCases))
    between = Math.max(between, Math.abs(simulated.fromEqual))
  }
  const seconds = (performance.now() - startMs) / 1000
  console.log(
    `\n${played.toLocaleString('en')} battles in ${seconds.toFixed(0)} s; violated: ${violated}; furthest seat:`,
  )
  console.log(`${errors.toFixed(2)} standard errors from its cases, ${between.toFixed(2)} from an equal part.`)
  return violated === 0
}

/** Tells whether every seat got what it should, as far as chance lets it be seen. */
export function isHeld({ fromCases, fromEqual }: SimulatedTerms): boolean {
  return [fromCases, fromEqual].every((deviation) => Math.abs(deviation) <= MOST_STANDARD_ERRORS)
}

function cellsOf({ terms, battles, published, returned, fromCases, fromEqual }: SimulatedTerms): string[] {
  return [
    terms.format,
    terms.crazy ? `crazy ${terms.mode}` : terms.mode,
    battles.toLocaleString('en'),
    percent(published),
    percent(Math.min(...returned)),
    percent(Math.max(...returned)),
    fromCases.toFixed(2),
    fromEqual.toFixed(2),
  ]
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)} %`
}

function line(columns: readonly string[]): string {
  return columns.map((column, at) => (at < 2 ? column.padEnd(15) : column.padStart(9))).join(' ')
}
