// The ten docks around the table. A press on an item takes it back.
import { memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { itemName } from '../ui/item-lines.ts'
import { Price } from '../ui/Price.tsx'
import styles from './docks.module.css'
import type { DockedItem } from './example.ts'

interface DocksProps {
  readonly docks: readonly (DockedItem | null)[]
  /** Nothing is taken back now. */
  readonly isSigning: boolean
  /** The light of each item is on its way into the middle, or has arrived. */
  readonly isLit: boolean
  /** Takes an item back; undefined where they are for looking at. */
  readonly onTake: ((place: number) => void) | undefined
}

function DocksView({ docks, isSigning, isLit, onTake }: DocksProps): ReactElement {
  const { t } = useTranslation('contract')
  return (
    <ol
      className={styles.docks}
      aria-label={t('stage')}
      data-signing={isSigning || undefined}
      data-lit={isLit || undefined}
    >
      {docks.map((item, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: docks never move
          key={place}
          className={styles.dock}
          data-rarity={item?.item.rarity}
          aria-label={item === null ? t('dock.empty', { place: place + 1 }) : undefined}
        >
          {item === null ? (
            <span className={styles.free} />
          ) : (
            <Docked item={item} onTake={onTake && (() => onTake(place))} />
          )}
          {isLit && item !== null && <i className={styles.light} data-light="" />}
        </li>
      ))}
    </ol>
  )
}

/** Ten pictures that a result leaves as they are: it comes over them. */
export const Docks = memo(DocksView)

interface DockedProps {
  readonly item: DockedItem
  readonly onTake: (() => void) | undefined
}

function Docked({ item: { item, price }, onTake }: DockedProps): ReactElement {
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
  if (onTake === undefined) {
    return (
      <span className={styles.docked} data-face="" role="img" aria-label={t('dock.item', words)}>
        {inside}
      </span>
    )
  }
  return (
    <button type="button" className={styles.docked} data-face="" aria-label={t('dock.take', words)} onClick={onTake}>
      {inside}
      <span className={styles.take}>
        <Icon name="close" size={12} />
      </span>
    </button>
  )
}
