// Presses that come when an animation has just ended by itself. They were meant to skip it, but under the same finger or key is now another
// button, which may pay for the next game, sell the item or close the result.
import { isTyping } from '../controls/document-keys.ts'

/** How long a press was meant to skip an animation that has ended: nobody has read the new buttons by then. */
const LATE_MS = 400

/** The keys that skip animations. */
const SKIP_KEYS: readonly string[] = ['Enter', ' ', 'Escape']

function isLate(event: Event): boolean {
  if (event instanceof KeyboardEvent) return SKIP_KEYS.includes(event.key) && !isTyping(event)
  return event.target instanceof Element && event.target.closest('main') !== null
}

function ignorePresses(): void {
  const ending = new AbortController()
  const ignore = (event: Event): void => {
    if (!isLate(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['click', 'keydown']) addEventListener(type, ignore, { capture: true, signal: ending.signal })
  setTimeout(() => ending.abort(), LATE_MS)
}

/** Returns what an animation does at its end: it shows the result by `skip`, and ignores late presses for a moment. */
export function endBy(skip: () => void): () => void {
  return () => {
    ignorePresses()
    skip()
  }
}
