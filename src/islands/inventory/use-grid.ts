// Hooks of the grid of cards: its measured layout, its rendered rows, its focused card, and loading the next page in time.
import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cardAfter, type GridShape, gridShape } from './grid.ts'

/** The width before the grid is measured: that of a phone. */
const FIRST_WIDTH = 342
/** The font size of the page that the cards are drawn for, in CSS pixels. */
const FONT_SIZE = 16
/** The number of rows rendered outside the viewport. */
const OVERSCAN = 3
/** The next page is loaded when this many rows are left. */
const ROWS_AHEAD = 6

export type Scroller = RefObject<HTMLDivElement | null>
export type Rows = Virtualizer<HTMLDivElement, Element>

/** Returns the scale of the reader's text. */
const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / FONT_SIZE || 1

/** Returns the layout of the grid, and measures again when its width changes. */
export function useShape(list: Scroller, hasNotes: boolean): GridShape {
  const [{ width, scale }, setSize] = useState({ width: FIRST_WIDTH, scale: 1 })
  useLayoutEffect(() => {
    const measured = list.current
    if (measured === null) return
    const measure = (): void => setSize({ width: measured.clientWidth || FIRST_WIDTH, scale: textScale() })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(measured)
    return () => watcher.disconnect()
  }, [list])
  return gridShape(width, hasNotes, scale)
}

/** Returns the visible rows and that of the active card, which stays rendered so that it keeps the focus. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured again when the layout changes
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])
  return rows
}

/** Returns the card that Tab focuses, and the function that moves to another one. */
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

/** Handles keys in a grid: arrows and page keys move, Space and Enter select, Ctrl+A selects all. */
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

/** Loads the next page when its rows come near. */
export function useMore(lastRow: number, loadedRows: number, more: string, onMore: () => void): void {
  const isNear = lastRow >= loadedRows - ROWS_AHEAD
  const ask = useRef(onMore)
  ask.current = onMore
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a page arrived and the end is still near
  useEffect(() => {
    if (isNear && more === 'idle') ask.current()
  }, [isNear, more, loadedRows])
}
