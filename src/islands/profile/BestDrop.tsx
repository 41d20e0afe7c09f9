// The most expensive drop of a player, on the glow of its rarity.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { Condition } from '../ui/Condition.tsx'
import { classes } from '../ui/classes.ts'
import { displayName } from '../ui/display-name.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import { Price } from '../ui/Price.tsx'
import light from '../ui/rarity-light.module.css'
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
