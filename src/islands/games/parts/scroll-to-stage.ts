// Scrolling to where a game is played.
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { coveredHeight } from '../../ui/messages/use-above-bars.ts'

/**
 * Scrolls an element into view, smoothly; its `scroll-margin` says what covers the edges of the screen. It finds the height of the bars
 * that stick to the bottom in `--covered`: that of a game's controls depends on its phase and on the language.
 *
 * @param block `nearest` leaves an element that is in view where it is; `start` makes room for what is below it
 */
export function scrollToStage(stage: HTMLElement | null | undefined, block: 'nearest' | 'start' = 'nearest'): void {
  stage?.style.setProperty('--covered', `${coveredHeight()}px`)
  stage?.scrollIntoView({ block, behavior: isCalm() ? 'instant' : 'smooth' })
}
