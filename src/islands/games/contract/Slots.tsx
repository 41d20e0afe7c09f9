// The ten slots around the table. A click on an item removes it.
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { Price } from '../../ui/money/Price.tsx'
import type { PlacedItem } from './example.ts'
import styles from './slots.module.css'

interface SlotsProps {
  readonly slots: readonly (PlacedItem | null)[]
  /** True while items cannot be removed. */
  readonly isSigning: boolean
  /** True while the lights of the items move to the middle, and after that. */
  readonly isLit: boolean
  /** Removes an item; undefined for the example. */
  readonly onRemove: ((place: number) => void) | undefined
}

function SlotsView({ slots, isSigning, isLit, onRemove }: SlotsProps): ReactElement {
  const { t } = useTranslation('contract')
  return (
    <ol
      className={styles.slots}
      aria-label={t('stage')}
      data-signing={isSigning || undefined}
      data-lit={isLit || undefined}
    >
      {slots.map((item, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: slots never move
          key={place}
          className={styles.slot}
          data-rarity={item?.item.rarity}
          aria-label={item === null ? t('slot.empty', { place: place + 1 }) : undefined}
        >
          {item === null ? (
            <span className={styles.free} />
          ) : (
            <PlacedItemView item={item} onRemove={onRemove && (() => onRemove(place))} />
          )}
          {isLit && item !== null && <i className={styles.light} data-light="" />}
        </li>
      ))}
    </ol>
  )
}

/** Memoised: a result covers the ten pictures and does not render them again. */
export const Slots = memo(SlotsView)

interface PlacedItemProps {
  readonly item: PlacedItem
  readonly onRemove: (() => void) | undefined
}

function PlacedItemView({ item: { item, price }, onRemove }: PlacedItemProps): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const words = { item: itemName(item, i18n.language as Language), price: formatMoney(price) }
  const inside = (
    <>
      <span className={styles.face}>
        <ItemPicture item={item} size="s" lazy={false} />
      </span>
      <Price cents={price} className={styles.price} />
    </>
  )
  if (onRemove === undefined) {
    return (
      <span className={styles.placed} data-face="" role="img" aria-label={t('slot.item', words)}>
        {inside}
      </span>
    )
  }
  return (
    <button type="button" className={styles.placed} data-face="" aria-label={t('slot.take', words)} onClick={onRemove}>
      {inside}
      <span className={styles.remove}>
        <Icon name="close" size={12} />
      </span>
    </button>
  )
}
