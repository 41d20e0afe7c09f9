// Marks the root element while a part is shown, for the styles of others: `covered` by a dialog, `hinted` by a hint of a first visit, with
// many `results`, with the `bar` of a new battle. `html:has(…)` would need no script, but a browser looks at the style of an element with
// `:has()` again with every change within it, and all changes of a page are within its root: a live drop restyled the whole page.
import { useLayoutEffect } from 'react'

export type PageMark = 'covered' | 'hinted' | 'results' | 'bar'

const shown = new Map<PageMark, number>()

function add(mark: PageMark, parts: number): void {
  const count = (shown.get(mark) ?? 0) + parts
  shown.set(mark, count)
  document.documentElement.toggleAttribute(`data-${mark}`, count > 0)
}

/** Marks the root while the component is mounted and `isShown` holds. Several components may hold one mark. */
export function usePageMark(mark: PageMark, isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return
    add(mark, 1)
    return () => add(mark, -1)
  }, [mark, isShown])
}
