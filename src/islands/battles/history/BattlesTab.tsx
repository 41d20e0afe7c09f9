// The player's own battles, in the dashboard.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $ownBattles, loadOlderBattles, loadOwnBattles } from '../../../stores/battles/battle-history.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PagedRows } from '../../ui/lists/PagedRows.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { HistoryRow } from './HistoryRow.tsx'

export function BattlesTab(): ReactElement {
  const { t } = useTranslation('battleParts')
  const list = useStore($ownBattles)
  useEffect(() => void loadOwnBattles(), [])
  return (
    <PagedRows
      list={list}
      failed={t('history.failed')}
      empty={
        <EmptyState icon="battles" text={t('history.none')}>
          <Button href="/battles" icon="battles">
            {t('history.action')}
          </Button>
        </EmptyState>
      }
      row={(battle) => <HistoryRow battle={battle} seat={battle.seats.find(({ own }) => own)} when="time" />}
      onLoad={() => void loadOwnBattles()}
      onMore={() => void loadOlderBattles()}
    />
  )
}
