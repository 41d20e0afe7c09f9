// The recent drops of a player, each with a link to its proof.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import { Icon } from '../../ui/Icon.tsx'
import cards from '../../ui/items/card-list.module.css'
import { ItemCard } from '../../ui/items/ItemCard.tsx'
import styles from './recent-drops.module.css'

export function RecentDrops({ drops }: { drops: readonly LiveDrop[] }): ReactElement {
  const { t, i18n } = useTranslation(['profile', 'live'])
  const language = i18n.language as Language
  return (
    <ul className={cards.list}>
      {drops.map((drop) => (
        <li key={drop.id}>
          <ItemCard
            item={drop.item}
            price={drop.price}
            className={cards.card}
            note={
              <span className={styles.note}>
                <span className={styles.source}>{drop.case?.name[language] ?? t(`live:type.${drop.type}`)}</span>
                <Proof drop={drop} />
              </span>
            }
          />
        </li>
      ))}
    </ul>
  )
}

function Proof({ drop }: { drop: LiveDrop }): ReactElement {
  const { t, i18n } = useTranslation('profile')
  if (drop.proof === null) {
    return (
      <span title={t('given')}>
        <Icon name="bonuses" size={16} label={t('given')} />
      </span>
    )
  }
  const item = itemName(drop.item, i18n.language as Language)
  return (
    <a href={drop.proof} aria-label={t('proofOf', { item })} title={t('proof')}>
      <Icon name="shield" size={16} />
    </a>
  )
}
