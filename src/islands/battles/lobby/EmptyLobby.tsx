// A lobby without battles: how to make one, or how to see more. Where none is open, the last finished ones are there to be watched.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EVERYTHING_OPEN, type LobbyFilter } from '../../../game/battles/find.ts'
import { $lastBattles, watchLastBattles } from '../../../stores/battles/battle-history.ts'
import { changeLobby } from '../../../stores/battles/battles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import type { WantedSeat } from '../parts/JoinDialog.tsx'
import { BattleRows, RowsToLoad } from './BattleRows.tsx'
import styles from './lobby.module.css'

/** How many finished battles a lobby without open ones shows. */
const LAST_SHOWN = 5

interface EmptyLobbyProps {
  readonly filter: LobbyFilter
  onJoin(seat: WantedSeat): void
}

export function EmptyLobby({ filter, onJoin }: EmptyLobbyProps): ReactElement {
  const { t } = useTranslation('battles')
  const { prices, mode, tab } = EVERYTHING_OPEN
  const isNarrowed = filter.prices !== prices || filter.mode !== mode
  if (isNarrowed) {
    return (
      <div className={styles.empty}>
        <EmptyState icon="battles" title={t('empty.title')} text={t('empty.narrowed')}>
          <Button icon="filter" onClick={() => changeLobby({ prices, mode })}>
            {t('empty.all')}
          </Button>
        </EmptyState>
      </div>
    )
  }
  if (filter.tab === tab) return <NoneOpen onJoin={onJoin} />
  return (
    <div className={styles.empty}>
      <EmptyState icon="battles" title={t('empty.title')} text={t(`empty.${filter.tab}`)}>
        <CreateLink />
      </EmptyState>
    </div>
  )
}

function CreateLink(): ReactElement {
  const { t } = useTranslation('battles')
  return (
    <Button href="/battles/new" icon="plus">
      {t('create')}
    </Button>
  )
}

/** Shows that no battle is open, and the last finished ones. */
function NoneOpen({ onJoin }: Pick<EmptyLobbyProps, 'onJoin'>): ReactElement {
  const { t } = useTranslation('battles')
  const { entries, status } = useStore($lastBattles)
  useEffect(watchLastBattles, [])
  if (entries.length === 0 && status === 'loading') return <RowsToLoad />
  if (entries.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState icon="battles" title={t('empty.title')} text={t('empty.open')}>
          <CreateLink />
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <div className={styles.none}>
        <EmptyState icon="battles" title={t('empty.noneOpen')} text={t('empty.watch')} size="line" />
      </div>
      <h3 className={styles.last}>{t('empty.last')}</h3>
      <BattleRows battles={entries.slice(0, LAST_SHOWN)} onJoin={onJoin} />
    </>
  )
}
