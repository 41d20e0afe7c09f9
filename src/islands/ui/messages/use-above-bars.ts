// The height of the bars that stick to the bottom of the screen: the navigation of phones, and the controls of a game or a form, which are
// marked `data-dock`. What lies over the page stands above them.
import { type RefObject, useLayoutEffect } from 'react'

const BARS = 'nav.bar, [data-dock]'
const STICKING: readonly string[] = ['fixed', 'sticky']

/** Returns how much of the screen's bottom the bars cover, in CSS pixels. */
export function coveredHeight(): number {
  const tops = [...document.querySelectorAll(BARS)]
    .filter((bar) => STICKING.includes(getComputedStyle(bar).position))
    .map((bar) => bar.getBoundingClientRect())
    // A bar that has its own place in the page, above the screen's lower half, covers nothing of it.
    .filter(({ top, height }) => height > 0 && top > innerHeight / 2 && top < innerHeight)
    .map(({ top }) => top)
  return innerHeight - Math.min(innerHeight, ...tops)
}

/** Returns how far the header reaches down; above that of a page that has not scrolled are other rows. */
function headerEnd(): number {
  return Math.max(0, document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0)
}

/** Keeps the height as `--bars` of an element, and the end of the header as `--below`. */
export function useAboveBars(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = (): void => {
      element.current?.style.setProperty('--bars', `${coveredHeight()}px`)
      element.current?.style.setProperty('--below', `${headerEnd()}px`)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(document.body)
    for (const type of ['scroll', 'resize']) addEventListener(type, measure, { passive: true })
    measure()
    return () => {
      sizes.disconnect()
      for (const type of ['scroll', 'resize']) removeEventListener(type, measure)
    }
  }, [element])
}
