// Ten times the limit, on parts that are scaled down: databases with few connections whose statements take a known time, without work for a
// processor. The site's own pool waits for them, and refuses; the formulas for queues say what it should do.
import { setTimeout as wait } from 'node:timers/promises'
import { columnsOf, formatTable } from '../../../scripts/cli/table.ts'
import { type Database, isDatabaseUnavailable } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresCluster } from '../../support/databases/postgres-cluster.ts'
import { type Prediction, predict } from './queue-model.ts'

const CONNECTIONS = 3
/** So that a part answers 30 statements a second: a two-hundredth of what one PostgreSQL was measured with (docs/scaling.md). */
const STATEMENT = { name: 'scaled-down', text: 'select pg_sleep(0.1)' }
/** How long a call waits for a connection of the pool, in seconds. */
const PATIENCE_S = 3
const SECONDS = 20
/** Until a queue above the limit is as long as it gets. */
const WARM_S = 4
/** Parts that carry ten times the limit of one, with a sixth to spare. */
const PARTS = 12
/** How far the refused part may be from its prediction. A wait may be one statement, or a fifth, from its own. */
const TOLERANCE = 0.1

interface Step {
  readonly name: string
  readonly parts: number
  /** The load, as a multiple of the limit of one part. */
  readonly times: number
}

const STEPS: readonly Step[] = [
  { name: 'half of the limit', parts: 1, times: 0.5 },
  { name: 'eight tenths', parts: 1, times: 0.8 },
  { name: 'nine tenths', parts: 1, times: 0.9 },
  { name: 'twice the limit', parts: 1, times: 2 },
  { name: 'ten times the limit', parts: 1, times: 10 },
  { name: `ten times, on ${PARTS} parts`, parts: PARTS, times: 10 },
]

/** Offers statements at random times to parts at random; returns what became of them. */
async function offer(parts: readonly Database[], perSecond: number, serviceS: number): Promise<Prediction> {
  const began = performance.now()
  const warm = began + WARM_S * 1000
  const end = warm + SECONDS * 1000
  const waits: number[] = []
  let refused = 0
  const open = new Set<Promise<void>>()
  /** Counts what ends after the queue is warm, and before the load ends. */
  const run = async (part: Database): Promise<void> => {
    const asked = performance.now()
    const isCounted = (): boolean => performance.now() >= warm && performance.now() < end
    try {
      await part.run(STATEMENT, [])
      if (isCounted()) waits.push((performance.now() - asked) / 1000 - serviceS)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (isCounted()) refused++
    }
  }
  for (let next = began; next < end; next += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    const ahead = next - performance.now()
    if (ahead > 0) await wait(ahead)
    const part = parts[Math.floor(Math.random() * parts.length)]
    if (part === undefined) throw new Error('No part')
    const one: Promise<void> = run(part).finally(() => open.delete(one))
    open.add(one)
  }
  await Promise.all(open)
  const waitS = Math.max(0, waits.reduce((sum, one) => sum + one, 0) / Math.max(1, waits.length))
  return { served: waits.length / SECONDS, refused: refused / Math.max(1, refused + waits.length), waitS }
}

/** Returns the mean time of a statement that waits for nothing, in seconds. */
async function serviceTime(part: Database): Promise<number> {
  const times = 40
  await part.run(STATEMENT, [])
  const began = performance.now()
  for (let time = 0; time < times; time++) await part.run(STATEMENT, [])
  return (performance.now() - began) / 1000 / times
}

const isClose = (predicted: Prediction, measured: Prediction, serviceS: number): boolean =>
  Math.abs(predicted.refused - measured.refused) <= TOLERANCE &&
  Math.abs(predicted.waitS - measured.waitS) <= Math.max(serviceS, predicted.waitS / 5)

const told = ({ served, refused, waitS }: Prediction): string[] => [
  served.toFixed(0),
  `${(refused * 100).toFixed(0)} %`,
  `${(waitS * 1000).toFixed(0)} ms`,
]

/** Prints each step's prediction beside its measurement; returns true when they are close. */
export async function run(): Promise<boolean> {
  const postgres = await createPostgresCluster({ max_connections: '100' })
  postgres.start()
  const parts: Database[] = []
  try {
    const silent = (): void => undefined
    for (let at = 0; at < PARTS; at++)
      parts.push(
        await openPostgres({
          url: postgres.url('postgres'),
          connections: CONNECTIONS,
          onRetry: silent,
          onIdleFault: silent,
        }),
      )
    const [first] = parts
    if (first === undefined) throw new Error('No part')
    const serviceS = await serviceTime(first)
    const limit = CONNECTIONS / serviceS
    console.log(
      `A part: ${CONNECTIONS} connections, ${(serviceS * 1000).toFixed(1)} ms a statement, ${limit.toFixed(0)} a second at most\n`,
    )
    const rows: string[][] = []
    let isRight = true
    for (const { name, parts: count, times } of STEPS) {
      const offered = limit * times
      const queue = { connections: CONNECTIONS, serviceS, offered: offered / count, patienceS: PATIENCE_S }
      const one = predict(queue)
      const predicted = { ...one, served: one.served * count }
      const measured = await offer(parts.slice(0, count), offered, serviceS)
      isRight &&= isClose(predicted, measured, serviceS)
      rows.push([name, offered.toFixed(0), ...told(predicted), ...told(measured)])
    }
    const columns = [
      'load',
      'offered/s',
      'predicted: served/s',
      'refused',
      'wait',
      'measured: served/s',
      'refused',
      'wait',
    ]
    console.log(formatTable(columnsOf(...columns), rows))
    return isRight
  } finally {
    for (const part of parts) await part.close()
    await postgres.remove()
  }
}
