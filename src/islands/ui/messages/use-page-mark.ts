// Sets an attribute on the root element while a component is shown, so that styles elsewhere can depend on it: `covered` by a dialog,
// `hinted` by a hint of a first visit, with many `results`. `html:has(…)` would need no script, but the browser checks it again after every
// change of the page: each live drop recalculated the style of the whole page.
import { useLayoutEffect } from 'react'

export type PageMark = 'covered' | 'hinted' | 'results'

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
