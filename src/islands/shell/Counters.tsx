// The live counters of the top strip and the side menu.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { formatCount } from '../../i18n/format.ts'
import { $statistics } from '../../stores/live/statistics.ts'
import { island } from '../island.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './counters.module.css'

interface CountersProps {
  readonly layout: 'row' | 'list'
}

const ROWS = [
  { name: 'online', icon: 'online' },
  { name: 'users', icon: 'users' },
  { name: 'contracts', icon: 'contracts' },
  { name: 'upgrades', icon: 'upgrade' },
  { name: 'cases', icon: 'cases' },
] as const

function CountersView({ layout }: CountersProps): ReactElement {
  const { t, i18n } = useTranslation(['shell', 'live'])
  const statistics = useStore($statistics, { ssr: 'initial' })
  return (
    <ul className={layout === 'row' ? styles.row : styles.list}>
      {ROWS.map(({ name, icon }) => {
        const count = statistics[name]
        return (
          <li
            key={name}
            className={styles.counter}
            data-counter={name}
            title={name === 'online' ? t('live:onlineHint') : undefined}
          >
            <Icon name={icon} size={16} className={styles.icon} />
            <span className={styles.name}>{t(`counters.${name}`)}</span>
            <span className={styles.count} data-count="">
              {count === null ? '–' : formatCount(count, i18n.language as Language)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

export const Counters = island(CountersView, { broken: 'nothing' })
