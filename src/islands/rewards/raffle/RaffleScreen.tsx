// The raffles page: one raffle of each kind, the last winners, and the dialog with the proof of a raffle.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RAFFLE_KINDS } from '../../../game/rewards/rewards.ts'
import { $raffles, loadRaffleProof, loadRaffles, startRaffles } from '../../../stores/rewards/raffle.ts'
import { island } from '../../island.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { RaffleCard } from './RaffleCard.tsx'
import styles from './raffle.module.css'
import { Winners } from './Winners.tsx'

function RaffleScreenView(): ReactElement {
  const state = useStore($raffles, { ssr: 'initial' })
  useEffect(() => {
    startRaffles()
    const id = new URLSearchParams(location.search).get('proof')
    if (id !== null) void loadRaffleProof(id)
  }, [])
  return (
    <div className={styles.screen}>
      {state.status === 'failed' && <Failed />}
      {state.status !== 'failed' && (
        <div className={styles.cards} aria-busy={state.status === 'loading' || undefined}>
          {state.status === 'loading'
            ? RAFFLE_KINDS.map((kind) => (
                <div key={kind} className={styles.card}>
                  <Skeleton height="100%" shape="card" />
                </div>
              ))
            : state.raffles.map((one) => <RaffleCard key={one.kind} one={one} />)}
        </div>
      )}
      {state.status === 'ready' && <Winners winners={state.winners} />}
      <ProofDialog />
    </div>
  )
}

function Failed(): ReactElement {
  const { t } = useTranslation('raffle')
  return (
    <div className={styles.failed}>
      <EmptyState icon="alert" text={t('failed')} onRetry={() => void loadRaffles()} />
    </div>
  )
}

export const RaffleScreen = island(RaffleScreenView)
