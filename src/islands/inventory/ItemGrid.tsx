// A grid of item cards to select from, of any length: only visible rows are rendered, and pages are read as they are scrolled to.
// A listbox for screen readers, with one tab stop and arrow keys.
import { type ReactElement, useCallback, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFailed } from '../ui/lists/Pager.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import { GridCell, type GridEntry } from './GridCell.tsx'
import styles from './item-grid.module.css'
import { gridKeys, useActiveCard, useMore, useRows, useShape } from './use-grid.ts'

interface ItemGridProps {
  /** The label for screen readers. */
  readonly label: string
  readonly entries: readonly GridEntry[]
  /** The number of items in all pages. */
  readonly total: number
  /** Whether several items may be selected. */
  readonly isMultiple: boolean
  /** Whether cards have a line below the price. */
  readonly hasNotes?: boolean
  isSelected(key: string): boolean
  /** Whether no further item can be selected. */
  readonly isFull: boolean
  /** Whether a game runs and blocks the selection. It is set on the list, so that no card renders during the animation. */
  readonly isLocked?: boolean
  onToggle(place: number): void
  /** Selects all loaded items; left out where that makes no sense. */
  onAll?(): void
  /** The state of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
  onMore(): void
  /** Whether another list is loading. */
  readonly isBusy: boolean
  /** Identifies the list: another one is scrolled to its top. */
  readonly listKey: string
}

/** The number of skeleton rows at the end while further pages follow. */
const SKELETON_ROWS = 2

export function ItemGrid(props: ItemGridProps): ReactElement {
  const { label, entries, total, isMultiple, hasNotes = false, more, isBusy, listKey } = props
  const { t } = useTranslation('inventory')
  // Deferred, because it renders all cards: the frames in which a game begins or ends belong to its animation.
  const isFull = useDeferredValue(props.isFull)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shape = useShape(list, hasNotes)
  const { columns, rowHeight } = shape
  const { at, move } = useActiveCard(list, entries.length)
  const pending = more === 'failed' ? 0 : Math.max(0, Math.min(total - entries.length, columns * SKELETON_ROWS))
  const rows = useRows(scroller, Math.ceil((entries.length + pending) / columns), shape, Math.floor(at / columns))
  const shown = rows.getVirtualItems()
  useMore(shown.at(-1)?.index ?? 0, Math.ceil(entries.length / columns), more, props.onMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts at its top
  useLayoutEffect(() => rows.scrollToOffset(0), [rows, listKey])

  const choose = useRef(props.onToggle)
  choose.current = (place) => {
    move(place)
    props.onToggle(place)
  }
  const press = useCallback((place: number) => choose.current(place), [])
  const goTo = (place: number): void => {
    move(place)
    rows.scrollToIndex(Math.floor(place / columns), { align: 'auto' })
  }
  const inSight = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight)
  const grid = { at, count: entries.length, columns, rows: inSight }

  return (
    <div className={styles.scroller} ref={scroller} data-busy={isBusy || undefined}>
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple}
        aria-disabled={props.isLocked || undefined}
        aria-busy={isBusy || undefined}
        tabIndex={-1}
        className={styles.list}
        ref={list}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={gridKeys(grid, { move: goTo, choose: press, all: props.onAll })}
      >
        {shown.map(({ key, index, start }) => (
          <div
            key={key}
            role="presentation"
            className={styles.row}
            style={{
              height: rowHeight,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${start}px)`,
            }}
          >
            <Cards grid={props} isFull={isFull} from={index * columns} columns={columns} active={at} onPress={press} />
            <PendingCards from={index * columns} columns={columns} loaded={entries.length} pending={pending} />
          </div>
        ))}
      </div>
      {more === 'failed' ? <PageFailed text={t('moreFailed')} onRetry={props.onMore} /> : null}
    </div>
  )
}

interface CardsProps {
  readonly grid: ItemGridProps
  readonly isFull: boolean
  readonly from: number
  readonly columns: number
  readonly active: number
  readonly onPress: (place: number) => void
}

/** Renders the cards of a row. */
function Cards({ grid, isFull, from, columns, active, onPress }: CardsProps): ReactElement[] {
  return grid.entries.slice(from, from + columns).map((entry, column) => {
    const place = from + column
    const isSelected = grid.isSelected(entry.key)
    return (
      <GridCell
        key={entry.key}
        entry={entry}
        place={place}
        total={grid.total}
        isSelected={isSelected}
        isBlocked={(isFull || entry.isBlocked === true) && !isSelected}
        isActive={place === active}
        onPress={onPress}
      />
    )
  })
}

/** Renders the skeletons of a row's cards that are not loaded yet. */
function PendingCards({ from, columns, loaded, pending }: Record<'from' | 'columns' | 'loaded' | 'pending', number>) {
  const count = Math.min(from + columns, loaded + pending) - Math.max(from, loaded)
  return Array.from({ length: Math.max(0, count) }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are interchangeable
    <Skeleton key={place} height="100%" width="100%" shape="card" />
  ))
}
