// What moves a grid of cards: its measured shape, the rows that are drawn, the one card that Tab leads to, the next page in time.
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cardAfter, type GridShape, gridShape } from './grid.ts'

/** A phone's, before anything is measured. */
const FIRST_WIDTH = 342
/** Rows out of sight that are drawn. */
const OVERSCAN = 3
/** The next page is asked for when so many rows are left. */
const ROWS_AHEAD = 6

export type Scroller = RefObject<HTMLDivElement | null>
export type Rows = Virtualizer<HTMLDivElement, Element>

/** The shape of the grid, measured again when its width changes. */
export function useShape(list: Scroller, hasNotes: boolean): GridShape {
  const [width, setWidth] = useState(FIRST_WIDTH)
  useLayoutEffect(() => {
    const measured = list.current
    if (measured === null) return
    const measure = (): void => setWidth(measured.clientWidth || FIRST_WIDTH)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(measured)
    return () => watcher.disconnect()
  }, [list])
  return gridShape(width, hasNotes)
}

/** The rows in sight, and the one with the card that Tab leads to: scrolled away it stays, and focus with it. */
export function useRows(scroller: Scroller, count: number, { rowHeight }: GridShape, activeRow: number): Rows {
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range: Range) => {
        const kept = new Set(defaultRangeExtractor(range)).add(Math.min(activeRow, range.count - 1))
        return [...kept].sort((one, other) => one - other)
      },
      [activeRow],
    ),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are told anew when the shape changes
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])
  return rows
}

/** The one card that Tab leads to, and the keys that move it. */
export function useActiveCard(list: Scroller, count: number): { at: number; move(place: number): void } {
  const [active, setActive] = useState(0)
  const isMoved = useRef(false)
  const at = Math.max(0, Math.min(active, count - 1))
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    list.current?.querySelector<HTMLElement>(`[data-place="${at}"]`)?.focus({ preventScroll: true })
  }, [list, at])
  return {
    at,
    move: (place) => {
      isMoved.current = true
      setActive(place)
    },
  }
}

/** What the keys do in a grid: arrows and page keys move, Space and Enter choose, Ctrl+A chooses all. */
export function gridKeys(
  { at, count, columns, rows }: { at: number; count: number; columns: number; rows: number },
  { move, choose, all }: { move(place: number): void; choose(place: number): void; all?: (() => void) | undefined },
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || count === 0) return
    if (event.ctrlKey || event.metaKey) {
      if (event.code !== 'KeyA' || all === undefined) return
      event.preventDefault()
      all()
      return
    }
    const next = cardAfter(event.key, at, { count, columns, rows })
    if (next !== null) move(next)
    else if (event.key === ' ' || event.key === 'Enter') choose(at)
    else return
    event.preventDefault()
  }
}

/** Asks for the next page when its rows come near. */
export function useMore(lastRow: number, loadedRows: number, more: string, onMore: () => void): void {
  const isNear = lastRow >= loadedRows - ROWS_AHEAD
  const ask = useRef(onMore)
  ask.current = onMore
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when a page has come and the end is still near
  useEffect(() => {
    if (isNear && more === 'idle') ask.current()
  }, [isNear, more, loadedRows])
}
