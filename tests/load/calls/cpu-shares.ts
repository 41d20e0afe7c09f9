// Where the processor time of a server process goes: samples of V8's profiler, added up by what the code is for.
import { Session } from 'node:inspector/promises'

/** What each part of the code is for; the first match counts. */
const PARTS: readonly (readonly [part: string, of: RegExp])[] = [
  ['session', /services\/account\/session|http\/identity|http\/cookies/],
  ['CSRF', /http\/csrf|timing-safe/],
  ['limits', /rate-limit|http\/limits|services\/account\/limits|protection/],
  ['schema and answer (zod, JSON)', /\/zod\/|fastify-type-provider|fast-json|secure-json/],
  ['statement: parameters', /games\/opening-batch/],
  ['statement: driver (pg)', /\/pg\/|pg-protocol|pg-pool|pg-types|postgres-|drizzle|\/db\//],
  ['rolls', /src\/game\/|services\/fairness|node:internal\/crypto/],
  ['opening', /services\/(games|calls|money|notices|rolls)\//],
  ['live drops and events', /realtime|services\/live|socket\.io|engine\.io|base\/events/],
  ['metrics and log', /metrics|prom-client|pino/],
  ['routing (Fastify, our hooks)', /fastify|find-my-way|avvio|server\/http\/|server\/routes\/|light-my-request/],
  [
    'HTTP and sockets (Node)',
    /node:(_http|http|net|internal\/(http|streams|stream_base|timers|process|js_stream))|node:(events|stream|buffer|internal\/buffer)/,
  ],
]

/** Returns what a function is for. */
function partOf(name: string, url: string): string {
  if (name === '(garbage collector)') return 'garbage collection'
  if (name === '(program)' || url === '') return 'native code: HTTP parser, system calls, crypto, JSON'
  return PARTS.find(([, of]) => of.test(url))?.[0] ?? 'other'
}

/**
 * Starts to sample this process.
 *
 * @returns the function that stops, and returns the busy microseconds by part
 */
export async function sampleParts(): Promise<() => Promise<Record<string, number>>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
    const parts: Record<string, number> = {}
    for (const [place, id] of (profile.samples ?? []).entries()) {
      const frame = frames.get(id)
      if (frame === undefined || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
      const part = partOf(frame.functionName, frame.url)
      parts[part] = (parts[part] ?? 0) + (profile.timeDeltas?.[place] ?? 0)
    }
    return parts
  }
}
