// A hundred players at all games while the server is killed with SIGKILL every five seconds: what was lost, made or doubled, how long
// anybody waited, and how many deadlocks there were.
//
// npm run bench -- faults [--minutes 10] [--players 100] [--every 5] [--thought 400] [--on pglite]
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { DATABASE_KINDS } from '../support/databases.ts'
import { type FaultReport, faultRun } from '../support/fault-run.ts'

const CALL_MOST_MS = 10_000
const START_MOST_MS = 5_000

const optionsSchema = z.object({
  minutes: z.coerce.number().positive().default(10),
  players: z.coerce.number().int().positive().default(100),
  /** Seconds between two kills. */
  every: z.coerce.number().positive().default(5),
  /** Milliseconds that a player thinks at most before a turn. */
  thought: z.coerce.number().int().min(0).default(400),
  on: z.enum(['pglite', 'postgres']).optional(),
})

/** What was not as it has to be; each of them by itself fails the run. */
function breachesOf({ breaches, slowestCallMs, slowestStartMs, deadlocks }: FaultReport): string[] {
  return [
    ...breaches,
    ...(slowestCallMs > CALL_MOST_MS ? [`a call took ${(slowestCallMs / 1000).toFixed(1)} s`] : []),
    ...(slowestStartMs > START_MOST_MS ? [`a start took ${(slowestStartMs / 1000).toFixed(1)} s`] : []),
    ...(deadlocks > 0 ? [`${deadlocks} deadlocks (40P01)`] : []),
  ]
}

const HEADS = ['kills', 'answers', 'interrupted', 'repeated', 'results', 'call s', 'start s', 'deadlocks', 'breaches']

function row(name: string, cells: readonly (string | number)[]): string {
  return `${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(12)).join('')}`
}

/** Plays on each database after the other, prints a line for each, and what was wrong below. */
export async function run(): Promise<boolean> {
  const options = Object.fromEntries(
    Object.keys(optionsSchema.shape).map((name) => [name, { type: 'string' as const }]),
  )
  const { minutes, players, every, thought, on } = optionsSchema.parse(
    parseArgs({ args: argv.slice(3), options }).values,
  )
  console.log(`${players} players for ${minutes} min, a kill every ${every} s\n\n${row('', HEADS)}`)
  let isRight = true
  for (const kind of DATABASE_KINDS.filter((one) => on === undefined || on === one)) {
    const wish = { kind, players, seconds: minutes * 60, killEveryMs: every * 1000, thoughtMs: thought }
    const report = await faultRun(wish)
    const breaches = breachesOf(report)
    const seconds = [report.slowestCallMs, report.slowestStartMs].map((ms) => (ms / 1000).toFixed(1))
    const { kills, acknowledged, interrupted, repeated, results, deadlocks } = report
    console.log(
      row(kind, [kills, acknowledged, interrupted, repeated, results, ...seconds, deadlocks, breaches.length]),
    )
    for (const breach of breaches) console.error(breach)
    isRight &&= breaches.length === 0
  }
  if (!DATABASE_KINDS.includes('postgres'))
    console.log('Left out: PostgreSQL. Set TEST_DATABASE_URL to play there too.')
  return isRight
}
