// The most expensive drop of a player, on the glow of its rarity.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Condition } from '../../ui/items/Condition.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import light from '../../ui/items/rarity-light.module.css'
import { Price } from '../../ui/money/Price.tsx'
import styles from './best-drop.module.css'

interface BestDropProps {
  /** Null before the first drop. */
  readonly drop: Pick<LiveDrop, 'item' | 'price' | 'proof'> | null
  /** The text when there is none. */
  readonly none: string
}

export function BestDrop({ drop, none }: BestDropProps): ReactElement {
  const { t, i18n } = useTranslation('profile')
  if (drop === null) {
    return (
      <section className={styles.best} aria-label={t('best')}>
        <div className={styles.words}>
          <h2>{t('best')}</h2>
          <p className={styles.none}>{none}</p>
        </div>
        <Icon name="cases" size={72} className={styles.empty} />
      </section>
    )
  }
  const { item, price, proof } = drop
  const { weapon, finish } = displayName(item, i18n.language as Language)
  return (
    <section className={classes(light.lit, styles.best)} data-rarity={item.rarity} aria-label={t('best')}>
      <div className={styles.words}>
        <h2>{t('best')}</h2>
        <p className={styles.weapon}>
          <span>{weapon}</span>
          {item.wear === null ? null : <Condition wear={item.wear} />}
        </p>
        <p className={styles.finish}>{finish}</p>
        <Price cents={price} className={styles.price} />
        {proof === null ? (
          <p className={styles.given}>{t('given')}</p>
        ) : (
          <a className={styles.proof} href={proof}>
            <Icon name="shield" size={16} />
            {t('proof')}
          </a>
        )}
      </div>
      <div className={styles.picture}>
        <ItemPicture item={item} size="l" lazy={false} />
      </div>
    </section>
  )
}
