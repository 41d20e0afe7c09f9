// How often a player has played each game.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../contract/account.ts'
import type { Language } from '../../game/language.ts'
import { formatCount } from '../../i18n/format.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './totals.module.css'

const ICONS = { case: 'cases', upgrade: 'upgrade', contract: 'contracts' } as const

interface TotalsProps {
  readonly totals: Profile['totals']
  /** Below each other where there is the height for it. */
  readonly isTall?: boolean
}

export function Totals({ totals, isTall = false }: TotalsProps): ReactElement {
  const { t, i18n } = useTranslation('profile')
  return (
    <dl className={styles.totals} data-tall={isTall || undefined}>
      {totals.map(({ game, played }) => (
        <div key={game}>
          <dt>
            <Icon name={ICONS[game]} size={18} />
            {t(`played.${game}`)}
          </dt>
          <dd>{formatCount(played, i18n.language as Language)}</dd>
        </div>
      ))}
    </dl>
  )
}
