// A hundred players in all games while the server is killed with SIGKILL every five seconds: what was lost, created or
// doubled, the longest wait, and the number of deadlocks.
import { DATABASE_KINDS, type DatabaseKind } from '../../support/databases/databases.ts'
import { type FaultReport, faultRun } from '../../support/sites/fault-run.ts'

const CALL_MOST_MS = 10_000
const START_MOST_MS = 5_000

export interface FaultOptions {
  readonly minutes: number
  readonly players: number
  /** Seconds between two kills. */
  readonly every: number
  /** The longest pause of a player, in milliseconds. */
  readonly thought: number
  /** All databases by default. */
  readonly on?: DatabaseKind
}

/** Returns everything that fails the run. */
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

/** Runs on one database after the other; prints a line for each, and its breaches below. */
export async function run({ minutes, players, every, thought, on }: FaultOptions): Promise<boolean> {
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
