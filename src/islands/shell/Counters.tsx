// The live counters of the top strip and the side menu, as the server renders them (site-numbers.ts fills them).
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { island } from '../island.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './counters.module.css'

export interface CountersProps {
  layout: 'row' | 'list'
}

const ROWS = [
  { name: 'online', icon: 'online' },
  { name: 'users', icon: 'users' },
  { name: 'contracts', icon: 'contracts' },
  { name: 'upgrades', icon: 'upgrade' },
  { name: 'cases', icon: 'cases' },
] as const

function CountersView({ layout }: CountersProps): ReactElement {
  const { t } = useTranslation(['shell', 'live'])
  return (
    <ul className={layout === 'row' ? styles.row : styles.list}>
      {ROWS.map(({ name, icon }) => (
        <li
          key={name}
          className={styles.counter}
          data-counter={name}
          title={name === 'online' ? t('live:onlineHint') : undefined}
        >
          <Icon name={icon} size={16} className={styles.icon} />
          <span className={styles.name}>{t(`counters.${name}`)}</span>
          <span className={styles.count} data-count="">
            –
          </span>
        </li>
      ))}
    </ul>
  )
}

export const Counters = island(CountersView)
