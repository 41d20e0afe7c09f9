// One card of a grid, as an option of its listbox; the text of the card is its accessible name.
import { memo, type ReactElement, type ReactNode } from 'react'
import type { ItemView } from '../../protocol/common.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemCard } from '../ui/items/ItemCard.tsx'
import styles from './item-grid.module.css'

/** The content of a card; `price` in cents. */
export interface GridEntry {
  readonly key: string
  readonly item: ItemView
  readonly price: number
  /** A line below the price. */
  readonly note?: ReactNode
  /** True for an item that cannot be selected. */
  readonly isBlocked?: boolean
}

interface GridCellProps {
  readonly entry: GridEntry
  readonly place: number
  /** The number of items in all pages. */
  readonly total: number
  readonly isSelected: boolean
  readonly isBlocked: boolean
  /** Whether Tab focuses this card. */
  readonly isActive: boolean
  readonly onPress: (place: number) => void
}

function GridCellView(props: GridCellProps): ReactElement {
  const { entry, place, total, isSelected, isBlocked, isActive, onPress } = props
  const { item, price, note } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
    <div
      role="option"
      aria-selected={isSelected}
      aria-disabled={isBlocked || undefined}
      aria-posinset={place + 1}
      aria-setsize={total}
      tabIndex={isActive ? 0 : -1}
      data-place={place}
      className={styles.cell}
      onClick={() => onPress(place)}
    >
      <ItemCard item={item} price={price} size="s" className={styles.card} note={note} />
      {isSelected ? (
        <span className={styles.chosen}>
          <Icon name="check" size={14} />
        </span>
      ) : null}
    </div>
  )
}

export const GridCell = memo(GridCellView)
