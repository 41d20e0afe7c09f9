// The card of an item, the same in the contents of a case, the reel, the drops and the inventory.
import type { TFunction } from 'i18next'
import { memo, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName, nameLength } from '../../../game/catalogue/display-name.ts'
import type { ShownItem } from '../../../protocol/common.ts'
import { classes } from '../classes.ts'
import { Price } from '../money/Price.tsx'
import { ConditionMark } from './Condition.tsx'
import { ItemPicture, type PictureSize } from './ItemPicture.tsx'
import styles from './item-card.module.css'
import light from './rarity-light.module.css'
import { rarityKey } from './rarity-name.ts'

interface ItemCardProps {
  item: ShownItem
  /** In US cents. */
  price?: number
  size?: PictureSize
  /** The size of the picture alone, where it is not that of the card. */
  pictureSize?: PictureSize
  /** Shown below the price: a chance, a source, a button. */
  note?: ReactNode
  lazy?: boolean
  className?: string | undefined
}

function ItemCardView(props: ItemCardProps): ReactElement {
  const { t, i18n } = useTranslation('common')
  return <CardFace {...props} t={t} language={i18n.language as Language} />
}

interface CardFaceProps extends ItemCardProps {
  t: TFunction<'common'>
  language: Language
  /** Decorative: without the tooltip and the text for screen readers. */
  isDecorative?: boolean
}

/** Renders the card with given texts: the fifty cards of a reel need not look them up one by one. */
export function CardFace({
  item,
  price,
  size = 'm',
  pictureSize = size,
  note,
  lazy = true,
  className,
  t,
  language,
  isDecorative = false,
}: CardFaceProps): ReactElement {
  const { weapon, finish } = displayName(item, language)
  const rarity = t(rarityKey(item))
  return (
    <article
      className={classes(light.lit, styles.card, className)}
      data-rarity={item.rarity}
      data-size={size}
      data-long={nameLength({ weapon, finish })}
    >
      <p className={styles.marks}>
        <Wear wear={item.wear} name={isDecorative || item.wear === null ? null : t(`wear.${item.wear}`)} />
      </p>
      <div className={styles.light}>
        <ItemPicture item={item} size={pictureSize} lazy={lazy} />
      </div>
      <p className={styles.weapon}>{weapon}</p>
      <p className={styles.finish} title={isDecorative ? undefined : `${finish} · ${rarity}`}>
        {finish}
        {!isDecorative && <span className="unseen">, {rarity}</span>}
      </p>
      {price !== undefined && <Price cents={price} className={styles.price} />}
      {note !== undefined && <div className={styles.note}>{note}</div>}
    </article>
  )
}

function Wear({ wear, name }: { wear: ShownItem['wear']; name: string | null }): ReactElement {
  return wear === null || name === null ? <span>{wear}</span> : <ConditionMark wear={wear} name={name} />
}

/** Renders the card. Its proportions are the same everywhere; `size` sets the font and the picture, the container sets the width. */
export const ItemCard = memo(ItemCardView)
