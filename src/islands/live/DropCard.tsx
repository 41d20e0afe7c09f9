// One card of the live strip: the item with its price, its player and its source; on hover or focus their links. It has no hooks: the
// strip renders it without React DOM (static/render.ts).
import type { i18n } from 'i18next'
import type { ReactElement } from 'react'
import { BEST_DROP_PRICE } from '../../game/economy-everywhere.ts'
import type { Language } from '../../game/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { ShownDrop } from '../../stores/live/live-feed.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { displayName, itemName } from '../ui/display-name.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { Price } from '../ui/Price.tsx'
import light from '../ui/rarity-light.module.css'
import { sourceIcon, sourcePath } from './drop-source.ts'
import styles from './live-strip.module.css'

interface DropCardProps {
  drop: ShownDrop
  /** The i18next instance of the page. */
  speech: i18n
}

export function DropCard({ drop, speech }: DropCardProps): ReactElement {
  const language = speech.language as Language
  const t = speech.getFixedT(language, 'live')
  const { item, user, proof } = drop
  const { username: name, lvl: level } = user
  const { weapon, finish } = displayName(item, language)
  const path = sourcePath(drop)
  const source = drop.case?.name[language] ?? t(`type.${drop.type}`)
  const label = t('drop', { item: itemName(item, language), price: formatMoney(drop.price), source })
  const sourcePicture =
    drop.case === undefined ? (
      <Icon name={sourceIcon(drop.type)} size={16} />
    ) : (
      <img className={styles.crate} src={`/assets/img/cases/${drop.case.image}`} alt="" width="20" height="20" />
    )
  return (
    <li className={classes(light.lit, styles.card)} data-player={user.id ?? undefined} data-rarity={item.rarity}>
      <span className={styles.light}>
        <ItemPicture item={item} size="s" lazy={false} />
      </span>
      <span className={styles.name} aria-hidden="true">
        <span className={styles.cut}>
          <span className={styles.weapon}>{weapon}</span> <span className={styles.finish}>{finish}</span>
        </span>
        <span className={styles.facts}>
          <Price cents={drop.price} className={styles.price} />
          {sourcePicture}
          <span className={styles.cut}>{source}</span>
        </span>
        <span className={styles.cut}>{name ?? t('hidden')}</span>
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
          {proof === null ? (
            <span className={styles.given}>{t('given')}</span>
          ) : (
            <a className={styles.proof} href={proof} title={t('proof')}>
              <Icon name="shield" size={16} label={t('proof')} />
            </a>
          )}
        </span>
        <span className={styles.row} aria-hidden="true">
          {sourcePicture}
          <span className={styles.cut}>{source}</span>
        </span>
        {/* Without an address it is not a link: hidden players have no public page. */}
        <a
          className={styles.row}
          href={name === null ? undefined : `/user/${user.id}`}
          aria-label={name === null ? undefined : t('profile', { name, level })}
        >
          <Avatar src={user.avatar} name="" level={level} size={20} />
          <span className={styles.cut}>{name ?? t('hidden')}</span>
        </a>
      </span>
    </li>
  )
}
