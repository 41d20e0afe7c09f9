// One card of the live strip: the item with its price; on hover, focus or the first tap its player and its source.
import { type CSSProperties, memo, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { BEST_DROP_PRICE } from '../../game/base/economy-everywhere.ts'
import type { Language } from '../../game/base/language.ts'
import { displayName, itemName, nameLength } from '../../game/catalogue/display-name.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { ShownDrop } from '../../stores/live/live-feed.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import light from '../ui/items/rarity-light.module.css'
import { smallCrate } from '../ui/items/small-crate.ts'
import { Price } from '../ui/money/Price.tsx'
import { Avatar } from '../ui/players/Avatar.tsx'
import { sourceIcon, sourcePath } from './drop-source.ts'
import styles from './live-strip.module.css'

interface DropCardProps {
  readonly drop: ShownDrop
  /** Its place in the row, from 0. */
  readonly place: number
}

export function DropCard({ drop, place }: DropCardProps): ReactElement {
  return (
    <li
      className={classes(light.lit, styles.card)}
      style={{ '--place': place } as CSSProperties}
      data-player={drop.user.id ?? undefined}
      data-rarity={drop.item.rarity}
    >
      <Content drop={drop} />
    </li>
  )
}

type ContentProps = Pick<DropCardProps, 'drop'>

/** A drop keeps its id; it becomes another object with each change of the list. */
const isSame = ({ drop: a }: ContentProps, { drop: b }: ContentProps): boolean =>
  a.id === b.id && a.user === b.user && a.isNew === b.isNew

const Content = memo(function Content({ drop }: ContentProps): ReactElement {
  const { t, i18n } = useTranslation('live')
  const language = i18n.language as Language
  const { item, user, proof } = drop
  const { username: name } = user
  const level = user.lvl ?? undefined
  const { weapon, finish } = displayName(item, language)
  const profileLabel =
    name === null ? undefined : level === undefined ? t('profileOnly', { name }) : t('profile', { name, level })
  const path = sourcePath(drop)
  const source = drop.case?.name[language] ?? t(`type.${drop.type}`)
  const label = t('drop', { item: itemName(item, language), price: formatMoney(drop.price), source })
  const sourcePicture =
    drop.case === undefined ? (
      <Icon name={sourceIcon(drop.type)} size={16} />
    ) : (
      <img className={styles.crate} src={smallCrate(drop.case.url, drop.case.image)} alt="" width="20" height="20" />
    )
  return (
    <>
      <span className={styles.light}>
        <ItemPicture item={item} size="s" lazy={false} />
      </span>
      <span className={styles.name} data-long={nameLength({ weapon, finish })} aria-hidden="true">
        <span className={styles.weapon}>{weapon}</span>
        <span className={styles.finish}>{finish}</span>
        <Price cents={drop.price} className={styles.price} />
      </span>
      {drop.isNew && drop.price >= BEST_DROP_PRICE ? <span className={styles.glint} aria-hidden="true" /> : null}
      {path === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus shows the source, so the keyboard must reach the card.
        <span className={styles.sourceLink} role="img" aria-label={label} tabIndex={0} />
      ) : (
        <a className={styles.sourceLink} href={path} data-first-tap="">
          <span className="unseen">{label}</span>
        </a>
      )}
      <span className={styles.source}>
        <span className={styles.side}>
          <Price cents={drop.price} className={styles.price} />
          {proof === null ? <span className={styles.given}>{t('given')}</span> : null}
          {typeof proof === 'string' ? (
            <a className={styles.proof} href={proof} title={t('proof')}>
              <Icon name="shield" size={16} label={t('proof')} />
            </a>
          ) : null}
        </span>
        <span className={styles.row} aria-hidden="true">
          {sourcePicture}
          <span className={styles.cut}>{source}</span>
        </span>
        {/* Without an address it is not a link: hidden players have no public page. */}
        <a className={styles.row} href={name === null ? undefined : `/user/${user.id}`} aria-label={profileLabel}>
          <Avatar src={user.avatar} name="" level={level} size={20} />
          <span className={styles.cut}>{name ?? t('hidden')}</span>
        </a>
      </span>
    </>
  )
}, isSame)
