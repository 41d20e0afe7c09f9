// The live counters of the top strip and the side menu.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount } from '../../i18n/format.ts'
import { $statistics } from '../../stores/live/statistics.ts'
import { island } from '../island.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './counters.module.css'

export interface CountersProps {
  layout: 'row' | 'list'
}

function CountersView({ layout }: CountersProps): ReactElement {
  const { t, i18n } = useTranslation(['shell', 'live'])
  const statistics = useStore($statistics, { ssr: 'initial' })
  const language = i18n.language as Language
  const rows = [
    { name: 'online', icon: 'online', count: statistics.online },
    { name: 'users', icon: 'users', count: statistics.users },
    { name: 'contracts', icon: 'contracts', count: statistics.contracts },
    { name: 'upgrades', icon: 'upgrade', count: statistics.upgrades },
    { name: 'cases', icon: 'cases', count: statistics.cases },
  ] as const
  return (
    <ul className={layout === 'row' ? styles.row : styles.list}>
      {rows.map(({ name, icon, count }) => (
        <li
          key={name}
          className={styles.counter}
          data-counter={name}
          title={name === 'online' ? t('live:onlineHint') : undefined}
        >
          <Icon name={icon} size={16} className={styles.icon} />
          <span className={styles.name}>{t(`counters.${name}`)}</span>
          <span className={styles.count}>{count === null ? '–' : formatCount(count, language)}</span>
        </li>
      ))}
    </ul>
  )
}

export const Counters = island(CountersView, { broken: 'nothing' })
