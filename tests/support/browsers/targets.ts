// The size of what is tapped.
import type { Page } from 'playwright'

/** Runs in the page: lists what a thumb of 44 CSS pixels misses. Links within a sentence are as high as its line. */
function smallTargets(least: number): string[] {
  const SELECTOR = 'a[href], button, select, summary, input, [role="option"], [role="slider"]'
  const isInSentence = (element: Element): boolean =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    (element.closest('p, dd, li, td')?.textContent.trim().length ?? 0) > element.textContent.trim().length
  /** What a press on an element presses: its label with it. */
  const areaOf = (element: Element): Element[] => [
    element,
    ...(element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []),
  ]
  const isHitAt = (areas: readonly Element[], x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && areas.some((area) => area.contains(hit))
  }
  return (
    [...document.querySelectorAll(SELECTOR)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.matches('.skip, .unseen, :disabled') && !isInSentence(element))
      // The two tabs of live drops are one target: a tap on either shows the other one.
      .filter((element) => element.closest('[data-live-strip]') === null)
      .filter((element) => {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const areas = areaOf(element)
        const boxes = areas.map((area) => area.getBoundingClientRect())
        if (boxes.every(({ width }) => width < 2)) return false
        if (boxes.some(({ width, height }) => width >= least - 1 && height >= least - 1)) return false
        const box = boxes.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b))
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        // Covered by something of the page, such as a bar: its size cannot be seen.
        if (!isHitAt(areas, x, y)) return false
        // A pseudo-element may make the area larger than the box, more on one side than on the other.
        const reach = (stepX: number, stepY: number): number => {
          let steps = 0
          while (steps < least && isHitAt(areas, x + (steps + 1) * stepX, y + (steps + 1) * stepY)) steps++
          return steps
        }
        return reach(1, 0) + reach(-1, 0) + 1 < least - 1 || reach(0, 1) + reach(0, -1) + 1 < least - 1
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)
        return `${element.tagName.toLowerCase()} ${name || element.className}: ${Math.round(width)} × ${Math.round(height)}`
      })
  )
}

/** Returns the targets of a page that are smaller than 44 × 44 CSS pixels, each once. */
export async function targetsBelow44(page: Page): Promise<string[]> {
  const small = await page.evaluate(smallTargets, 44)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  return [...new Set(small)]
}
