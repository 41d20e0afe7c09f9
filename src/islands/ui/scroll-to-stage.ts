// Scrolling to where a game is played.
import { isCalm } from '../../stores/kernel/preferences.ts'

/** Scrolls an element into view, smoothly, unless it is in view; its `scroll-margin` says what covers the edges of the screen. */
export function scrollToStage(stage: Element | null | undefined): void {
  stage?.scrollIntoView({ block: 'nearest', behavior: isCalm() ? 'instant' : 'smooth' })
}
