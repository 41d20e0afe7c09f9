// Whether the whole stage of a game is in view, between the header and what sticks to the bottom of the screen.
import type { Locator } from 'playwright'

/** Returns by how many CSS pixels the header, the bars and the edges of the screen cover a stage. */
export function coveredOf(stage: Locator): Promise<number> {
  return stage.evaluate((element) => {
    const sticks = (part: Element): boolean => ['fixed', 'sticky'].includes(getComputedStyle(part).position)
    const ends = [...document.querySelectorAll('body > header')]
      .filter(sticks)
      .map((part) => part.getBoundingClientRect())
    const bars = [...document.querySelectorAll('nav.bar, [data-dock]')].filter(sticks)
    const tops = bars.map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0)
    const { top, bottom } = element.getBoundingClientRect()
    const above = Math.max(0, ...ends.map((end) => end.bottom)) - top
    const below = bottom - Math.min(innerHeight, ...tops.map((bar) => bar.top))
    return Math.round(Math.max(0, above, below))
  })
}
