// A list of item cards to choose from, of any length: only the rows in sight are drawn, and only the pages scrolled to are read. A
// listbox for screen readers, with one stop for Tab and the arrows within.
import { type ReactElement, useCallback, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { GridCell, type GridEntry } from './GridCell.tsx'
import styles from './item-grid.module.css'
import { gridKeys, useActiveCard, useMore, useRows, useShape } from './use-grid.ts'

interface ItemGridProps {
  /** What is chosen from, for screen readers. */
  readonly label: string
  readonly entries: readonly GridEntry[]
  /** How many there are in all pages. */
  readonly total: number
  /** Whether several may be chosen. */
  readonly isMultiple: boolean
  /** Whether a line stands below the prices. */
  readonly hasNotes?: boolean
  isSelected(key: string): boolean
  /** Nothing that is not chosen yet can be chosen now. */
  readonly isFull: boolean
  /** A game runs: nothing can be chosen until it has ended. Said once, of the list: its moment belongs to the animation. */
  readonly isLocked?: boolean
  onToggle(place: number): void
  /** Chooses all that are on show; left out where that makes no sense. */
  onAll?(): void
  /** What becomes of the next page. */
  readonly more: 'idle' | 'loading' | 'failed'
  onMore(): void
  /** Another list is on its way. */
  readonly isBusy: boolean
  /** Another list begins at its top. */
  readonly listKey: string
}

/** Rows that are still to come for which room is shown. */
const ROWS_TO_COME = 2

export function ItemGrid(props: ItemGridProps): ReactElement {
  const { label, entries, total, isMultiple, hasNotes = false, more, isBusy, listKey } = props
  // All cards at once are told so between frames: the moment when a game begins or ends belongs to its animation.
  const isFull = useDeferredValue(props.isFull)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shape = useShape(list, hasNotes)
  const { columns, rowHeight } = shape
  const { at, move } = useActiveCard(list, entries.length)
  const toCome = more === 'failed' ? 0 : Math.max(0, Math.min(total - entries.length, columns * ROWS_TO_COME))
  const rows = useRows(scroller, Math.ceil((entries.length + toCome) / columns), shape, Math.floor(at / columns))
  const shown = rows.getVirtualItems()
  useMore(shown.at(-1)?.index ?? 0, Math.ceil(entries.length / columns), more, props.onMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
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
            <ToCome from={index * columns} columns={columns} loaded={entries.length} toCome={toCome} />
          </div>
        ))}
      </div>
      {more === 'failed' ? <MoreFailed onMore={props.onMore} /> : null}
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

/** The cards of a row. */
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
        isBlocked={isFull && !isSelected}
        isActive={place === active}
        onPress={onPress}
      />
    )
  })
}

/** Room for the cards of a row that are still to come. */
function ToCome({ from, columns, loaded, toCome }: Record<'from' | 'columns' | 'loaded' | 'toCome', number>) {
  const count = Math.min(from + columns, loaded + toCome) - Math.max(from, loaded)
  return Array.from({ length: Math.max(0, count) }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
    <Skeleton key={place} height="100%" width="100%" shape="card" />
  ))
}

function MoreFailed({ onMore }: { onMore: () => void }): ReactElement {
  const { t } = useTranslation(['inventory', 'common'])
  return (
    <p className={styles.lost} role="status">
      {t('moreFailed')}
      <Button icon="refresh" onClick={onMore}>
        {t('common:actions.retry')}
      </Button>
    </p>
  )
}
