// What the primary process and its workers tell each other. A worker is a whole instance; the primary hands it connections, relays its
// messages to the other workers, and tells it when to stop.
import cluster from 'node:cluster'
import { z } from 'zod'

/** The environment variable with the number of a worker, from 1. */
export const WORKER_NUMBER = 'SPACEDROP_WORKER'

const schema = z.discriminatedUnion('spacedrop', [
  /** A worker serves. */
  z.object({ spacedrop: z.literal('ready') }),
  /** A message of a worker to the others (worker-bus.ts). */
  z.object({ spacedrop: z.literal('bus'), topic: z.string(), words: z.unknown() }),
  /** A worker has to stop: at once, for its successor, or because the whole instance does. */
  z.object({ spacedrop: z.literal('stop'), how: z.enum(['close', 'replace', 'drain']) }),
])

export type WorkerMessage = z.infer<typeof schema>

/** Returns a message of ours; null for those of libraries, which use the same channel. */
export function readMessage(message: unknown): WorkerMessage | null {
  return schema.safeParse(message).data ?? null
}

/** Tells the primary something; a primary that has ended hears nothing, and its workers end too. */
export function tellPrimary(message: WorkerMessage): void {
  if (process.connected) process.send?.(message, undefined, {}, () => undefined)
}

/** Returns the number of this worker; undefined in a process that is none. */
export function workerNumber(): number | undefined {
  return cluster.isWorker ? Number(process.env[WORKER_NUMBER]) : undefined
}
