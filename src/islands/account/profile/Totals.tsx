// The number of times a player has played each game.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { GAMES } from '../../../game/base/games.ts'
import type { Language } from '../../../game/base/language.ts'
import { formatCount } from '../../../i18n/format.ts'
import type { Profile } from '../../../protocol/account.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './totals.module.css'

interface TotalsProps {
  readonly totals: Profile['totals']
  /** Whether the games are listed below each other. */
  readonly isTall?: boolean
}

export function Totals({ totals, isTall = false }: TotalsProps): ReactElement {
  const { t, i18n } = useTranslation('profile')
  return (
    <dl className={styles.totals} data-tall={isTall || undefined}>
      {totals.map(({ game, played }) => (
        <div key={game}>
          <dt>
            <Icon name={GAMES[game].icon} size={18} />
            {t(`played.${game}`)}
          </dt>
          <dd>{formatCount(played, i18n.language as Language)}</dd>
        </div>
      ))}
    </dl>
  )
}
