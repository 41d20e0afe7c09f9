// Scrolling to where a game is played.
import { isCalm } from '../../../stores/kernel/preferences.ts'

/**
 * Scrolls an element into view, smoothly; its `scroll-margin` says what covers the edges of the screen.
 *
 * @param block `nearest` leaves an element that is in view where it is; `start` makes room for what is below it
 */
export function scrollToStage(stage: Element | null | undefined, block: 'nearest' | 'start' = 'nearest'): void {
  stage?.scrollIntoView({ block, behavior: isCalm() ? 'instant' : 'smooth' })
}
