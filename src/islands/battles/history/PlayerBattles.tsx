// The public battles of a player, in their profile.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  $playerBattles,
  loadOlderPlayerBattles,
  loadPlayerBattles,
  reloadPlayerBattles,
} from '../../../stores/battles/battle-history.ts'
import { island } from '../../island.tsx'
import { PagedList } from '../../ui/lists/PagedList.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { RowSkeletons } from '../../ui/lists/RowSkeletons.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { HistoryRow } from './HistoryRow.tsx'
import styles from './player-battles.module.css'

interface PlayerBattlesProps {
  readonly playerId: number
}

function PlayerBattlesView({ playerId }: PlayerBattlesProps): ReactElement {
  const { t } = useTranslation('battleParts')
  const list = useStore($playerBattles, { ssr: 'initial' })
  useEffect(() => void loadPlayerBattles(playerId), [playerId])
  return (
    <section className={styles.battles} aria-labelledby="player-battles" aria-busy={list.status === 'loading'}>
      <h2 id="player-battles">{t('history.title')}</h2>
      <PagedList
        list={list}
        skeletons={<RowSkeletons label={t('history.loading')} count={3} />}
        failed={{ text: t('history.failed') }}
        empty={<EmptyState icon="battles" text={t('history.noneHere')} size="card" />}
        size="card"
        onLoad={() => void reloadPlayerBattles()}
      >
        {(battles) => (
          <ul className={styles.list}>
            {battles.map((battle) => (
              <li key={battle.id}>
                <HistoryRow battle={battle} seat={battle.seats.find(({ user }) => user?.id === playerId)} when="date" />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Pager list={list} label={t('history.more')} onMore={() => void loadOlderPlayerBattles()} />
    </section>
  )
}

export const PlayerBattles = island(PlayerBattlesView)
