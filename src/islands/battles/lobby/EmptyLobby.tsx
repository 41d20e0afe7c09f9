// A lobby without battles: how to make one, or how to see more.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { EVERYTHING_OPEN, type LobbyFilter } from '../../../game/battle-find.ts'
import { changeLobby } from '../../../stores/battles/battles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import styles from './lobby.module.css'

export function EmptyLobby({ filter }: { filter: LobbyFilter }): ReactElement {
  const { t } = useTranslation('battles')
  const { prices, mode } = EVERYTHING_OPEN
  const isNarrowed = filter.prices !== prices || filter.mode !== mode
  const text = isNarrowed ? t('empty.narrowed') : t(`empty.${filter.tab}`)
  return (
    <div className={styles.empty}>
      <EmptyState icon="battles" title={t('empty.title')} text={text}>
        {isNarrowed ? (
          <Button icon="filter" onClick={() => changeLobby({ prices, mode })}>
            {t('empty.all')}
          </Button>
        ) : (
          <Button href="/battles/new" icon="plus">
            {t('create')}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
