// The primary process of an instance with several workers: starts them, replaces those that end, and rolls them to a new build. It hands
// each socket to one worker, so that long polling stays there; the other ports are shared by all.

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { setupPrimary as setupAdapter } from '@socket.io/cluster-adapter'
import { setupMaster as setupSticky } from '@socket.io/sticky'
import { CONNECTION_LIMITS } from '../base/connection-limits.ts'
import { LISTEN_BACKLOG } from '../base/listen-backlog.ts'
import { OperatorError } from '../base/operator-error.ts'
import { readMessage, WORKER_NUMBER, type WorkerMessage } from './worker-messages.ts'

/** The delay before a worker is replaced: doubled each time that it ends soon, up to the most. */
const RESTART_MS = 250
const RESTART_MOST_MS = 30_000
/** A worker that lived this long did not end soon. */
const SETTLED_MS = 60_000

/** A worker ended before it served; it has said why. */
class WorkerNotStarted extends OperatorError {}

export interface PrimaryOptions {
  /** How many workers run. */
  readonly count: number
  readonly host: string
  readonly realtimePort: number
  readonly log: { error(fields: object, message: string): void; info(fields: object, message: string): void }
}

export interface Primary {
  /** Replaces one worker after the other by one of the current build. Rejects when a new one does not start; the old ones go on. */
  roll(): Promise<void>
  /** Stops all workers, with or without a drain; resolves when they have ended. */
  stop(how: 'drain' | 'close'): Promise<void>
}

/** Tells the library that hands out sockets how busy a worker is: one that is not to get any is infinitely so. */
function setLoad(worker: Worker, connections: number): void {
  Object.assign(worker, { clientsCount: connections })
}

const sendTo = (worker: Worker, message: WorkerMessage): void => void worker.send(message, () => undefined)

/** Starts a worker; resolves once it serves. */
function startWorker(number: number): Promise<Worker> {
  const worker = cluster.fork({ [WORKER_NUMBER]: String(number) })
  setLoad(worker, Number.POSITIVE_INFINITY)
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (readMessage(message)?.spacedrop !== 'ready') return
      setLoad(worker, 0)
      resolve(worker)
    })
    worker.once('exit', (code, signal) =>
      reject(new WorkerNotStarted(`Worker ${number} ended with ${code ?? signal} before it served`)),
    )
  })
}

/** Relays the messages of each worker to all others. */
function relayMessages(): void {
  cluster.on('message', (sender, message: unknown) => {
    const read = readMessage(message)
    if (read?.spacedrop !== 'bus') return
    for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker !== sender) sendTo(worker, read)
  })
}

/**
 * Starts the workers; resolves once all serve. The first one serves before the others start: it migrates the database.
 *
 * @throws WorkerNotStarted
 */
export async function startPrimary({ count, host, realtimePort, log }: PrimaryOptions): Promise<Primary> {
  const workers = new Map<number, Worker>()
  const endsInARow = new Map<number, number>()
  /** The replacements under way, and those that are done. */
  const replacing = new Map<number, Promise<void>>()
  let isStopping = false

  // All accept from one queue. Where the primary hands connections out, one that was on its way to a worker that is killed hangs for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // Packets of sockets are buffers.
  cluster.setupPrimary({ serialization: 'advanced' })
  const sockets = createServer(CONNECTION_LIMITS)
  setupSticky(sockets, { loadBalancingMethod: 'least-connection' })
  setupAdapter()
  relayMessages()

  function put(number: number, worker: Worker): void {
    const startedMs = performance.now()
    workers.set(number, worker)
    // A message to a worker that has just ended fails; without a listener that would end the primary.
    worker.on('error', (error) => log.error({ err: error, worker: number }, 'a message to a worker failed'))
    worker.once('exit', (code, signal) => {
      // A successor has its place.
      if (isStopping || workers.get(number) !== worker) return
      workers.delete(number)
      log.error({ worker: number, code, signal }, 'a worker has ended and is replaced')
      if (performance.now() - startedMs >= SETTLED_MS) endsInARow.delete(number)
      replacing.set(number, replace(number))
    })
  }

  async function replace(number: number): Promise<void> {
    while (!isStopping) {
      const ends = endsInARow.get(number) ?? 0
      endsInARow.set(number, ends + 1)
      await wait(Math.min(RESTART_MOST_MS, RESTART_MS * 2 ** ends))
      // A roll may have filled the place meanwhile.
      if (isStopping || workers.has(number)) return
      try {
        const worker = await startWorker(number)
        if (workers.has(number)) sendTo(worker, { spacedrop: 'stop', how: 'close' })
        else put(number, worker)
        return
      } catch (error) {
        log.error({ err: error, worker: number }, 'a worker could not be replaced yet')
      }
    }
  }

  const places = Array.from({ length: count }, (_, place) => place + 1)
  const [first = 1, ...others] = places
  put(first, await startWorker(first))
  await Promise.all(others.map(async (number) => put(number, await startWorker(number))))
  sockets.listen({ port: realtimePort, host, backlog: LISTEN_BACKLOG })
  await once(sockets, 'listening')

  let rolling: Promise<void> | undefined
  async function rollAll(): Promise<void> {
    for (const number of places) {
      // It starts a worker for this place, too.
      await replacing.get(number)
      const old = workers.get(number)
      const next = await startWorker(number)
      put(number, next)
      if (old === undefined || old.isDead()) continue
      setLoad(old, Number.POSITIVE_INFINITY)
      const ended = once(old, 'exit')
      sendTo(old, { spacedrop: 'stop', how: 'replace' })
      await ended
      log.info({ worker: number }, 'a worker was rolled')
    }
  }

  return {
    roll: () => {
      // A second order meanwhile waits for the first.
      rolling ??= rollAll().finally(() => {
        rolling = undefined
      })
      return rolling
    },
    stop: async (how) => {
      isStopping = true
      sockets.close()
      const left = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const ends = left.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit'))
      for (const worker of left) sendTo(worker, { spacedrop: 'stop', how })
      await Promise.all(ends)
    },
  }
}
