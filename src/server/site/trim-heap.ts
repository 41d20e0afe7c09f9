// Returns unused heap to the system. V8 does that only after collections, and a site at rest makes so little garbage that none comes.
import { performance } from 'node:perf_hooks'

const INTERVAL_MS = 10_000
/**
 * The share of an interval in which the event loop worked; below it the site is idle, and a pause of some tenths of a second is
 * harmless.
 */
const BUSY = 0.1

/**
 * Collects garbage once each time the site comes to rest.
 *
 * @param collect undefined without `--expose-gc`: then nothing is done
 */
export function trimHeapWhenIdle(collect: NodeJS.GCFunction | undefined = globalThis.gc): void {
  if (collect === undefined) return
  let wasBusy = true
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const isBusy = performance.eventLoopUtilization(before).utilization >= BUSY
    // The only kind of collection after which V8 gives all free pages back.
    if (wasBusy && !isBusy) void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    wasBusy = isBusy
    before = performance.eventLoopUtilization()
  }, INTERVAL_MS).unref()
}
