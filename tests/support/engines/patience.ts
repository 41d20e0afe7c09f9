// How long a journey waits: as long as the page goes on, also where the machine is busy and everything takes many times as long.

/** A wait fails after this time without any change of the page. */
const STILL_MS = 30_000

/** No wait is longer. */
export const PATIENCE_MS = 180_000

/** A page that answers late had no processor: more of a turn does not count as standing still. */
const TURN_MOST_MS = 500

const PAUSE_MS = 50

/** How often it is asked whether the page goes on. */
const LOOK_MS = 2_000

/** What a page is at, to see whether it goes on. */
export interface PageProgress {
  /** Whether something loads: the page, its fonts, or what it asked the server for. */
  readonly isLoading: boolean
  /** Changes while the page goes on: address, number of elements, number of requests. */
  readonly state: string
}

/** Runs in the page: tells what it is at. Texts are left out: a countdown changes for ever. */
export function readProgress(): PageProgress {
  // An island below the screen keeps its skeleton until it is in sight.
  const isBusy = [...document.querySelectorAll('[aria-busy="true"], [class*="_skeleton_"]')].some(
    (element) => element.closest('astro-island[client="visible"][ssr]') === null,
  )
  const isLoading = document.readyState !== 'complete' || document.fonts.status !== 'loaded' || isBusy
  const elements = document.querySelectorAll('*').length
  const requests = performance.getEntriesByType('resource').length
  return { isLoading, state: `${location.href}, ${elements} elements, ${requests} requests` }
}

/**
 * Waits until a question has an answer that is neither null nor false nor empty, and returns it.
 *
 * @param look tells what the page is at
 * @throws an error that names what was waited for, for how long, and what the page was at
 */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  look: () => Promise<PageProgress>,
): Promise<NonNullable<Answer>> {
  const start = Date.now()
  let stillMs = 0
  let lookedAt = start
  let state = ''
  let last = ''
  while (stillMs < STILL_MS && Date.now() - start < PATIENCE_MS) {
    const turn = Date.now()
    try {
      const answer = await ask()
      if (answer !== null && answer !== undefined && answer !== false && answer !== '') return answer
      last = ''
      if (Date.now() - lookedAt >= LOOK_MS) {
        const progress = await look()
        if (progress.isLoading || progress.state !== state) stillMs = 0
        state = progress.state
        lookedAt = Date.now()
      }
    } catch (error) {
      // While a page is left there is nothing to ask.
      last = `; ${String(error)}`
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    stillMs += Math.min(Date.now() - turn, TURN_MOST_MS)
  }
  const seconds = Math.round((Date.now() - start) / 1000)
  throw new Error(`Waited ${seconds} s for ${what} in vain at ${state}${last}`)
}
