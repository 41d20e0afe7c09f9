// Loads parts of the page late. All dynamic imports of browsers go through here (scripts/conventions/sources.ts), so that none waits for
// ever and the page can say what it waits for.
import { atom } from 'nanostores'
import { $isOffline, untilOnline } from './connection.ts'
import { unlessLeaving } from './page-leave.ts'

/** How long a script may take to load (specification, section 7). */
export const PART_LIMIT_MS = 120_000
/** The limit is counted in steps: a computer that was asleep, where a late timer fires once, has not waited all that time. */
const STEP_MS = 10_000
/** After this time the page says that it is slow. */
export const PART_SLOW_MS = 5_000

/** A part that did not load. Browsers may cache the failure of a module: only a new page is sure to request it again. */
export class PartError extends Error {
  override readonly name = 'PartError'
}

/** How the parts of this page load; `failed` stays, because the page without a part is not whole. */
export const $partLoading = atom<'fine' | 'slow' | 'failed'>('fine')

let slowParts = 0

function countSlow(change: 1 | -1): void {
  slowParts += change
  if ($partLoading.get() !== 'failed') $partLoading.set(slowParts > 0 ? 'slow' : 'fine')
}

/** Loads a part once, with the limits of a slow connection. */
async function loadOnce<Part>(load: () => Promise<Part>): Promise<Part> {
  let isSlow = false
  let waitedMs = 0
  let steps: ReturnType<typeof setInterval> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    steps = setInterval(() => {
      waitedMs += STEP_MS
      if (waitedMs >= PART_LIMIT_MS) reject(new Error('It took more than 120 s'))
    }, STEP_MS)
  })
  const slow = setTimeout(() => {
    isSlow = true
    countSlow(1)
  }, PART_SLOW_MS)
  try {
    return await Promise.race([unlessLeaving(load), late])
  } finally {
    clearInterval(steps)
    clearTimeout(slow)
    if (isSlow) countSlow(-1)
  }
}

/**
 * Loads a part: `loadPart(() => import('./Part.tsx'))`. Without a network it waits for one, because browsers may cache the failure.
 *
 * @throws PartError when it cannot be loaded, or is not there after 120 seconds
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    if ($isOffline.get()) await untilOnline()
    try {
      return await loadOnce(load)
    } catch (cause) {
      if ($isOffline.get()) continue
      $partLoading.set('failed')
      throw new PartError('A part of the page did not load', { cause })
    }
  }
}
