// The cost of counting a call: the same route through Fastify without a network, with and without the hook that counts
// it, alternating.
import fastify, { type FastifyInstance } from 'fastify'
import { measureHttp } from '../../../src/server/metrics/measure-http.ts'
import { createMetrics } from '../../../src/server/metrics/metrics.ts'

const ROUNDS = 15
const CALLS = 5_000
/** A tenth of the time of an opening at five thousand a second. */
const GOAL_MICROSECONDS = 20

async function appWith(measured: boolean): Promise<FastifyInstance> {
  const app = fastify()
  if (measured) measureHttp(app, createMetrics({ process: false }))
  app.get('/api/case/:url', async () => ({ success: true }))
  await app.ready()
  return app
}

/** Microseconds a call. */
async function timeOf(app: FastifyInstance): Promise<number> {
  const began = performance.now()
  for (let call = 0; call < CALLS; call++) await app.inject('/api/case/orion')
  return ((performance.now() - began) * 1000) / CALLS
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

/** Prints the cost of a call with and without counting; true when the difference is within the goal. */
export async function run(): Promise<boolean> {
  const [plain, measured] = [await appWith(false), await appWith(true)]
  const times: { plain: number[]; measured: number[] } = { plain: [], measured: [] }
  for (let round = -2; round < ROUNDS; round++) {
    const [one, other] = [await timeOf(plain), await timeOf(measured)]
    if (round < 0) continue
    times.plain.push(one)
    times.measured.push(other)
  }
  const cost = medianOf(times.measured) - medianOf(times.plain)
  console.log(
    `${CALLS} calls, median of ${ROUNDS} rounds: ${medianOf(times.plain).toFixed(1)} µs a call, counted ${medianOf(times.measured).toFixed(1)} µs: ${cost.toFixed(1)} µs more (goal ${GOAL_MICROSECONDS})`,
  )
  return cost <= GOAL_MICROSECONDS
}
