// The raffles: one of each kind side by side, the last winners below them, and the proof of any of them over the page.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RAFFLE_KINDS } from '../../game/rewards.ts'
import { $raffles, loadRaffleProof, loadRaffles, startRaffles } from '../../stores/raffle.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
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
  const { t } = useTranslation(['raffle', 'common'])
  return (
    <div className={styles.failed} role="status">
      <Icon name="alert" size={28} />
      <p>{t('failed')}</p>
      <Button icon="refresh" onClick={() => void loadRaffles()}>
        {t('common:actions.retry')}
      </Button>
    </div>
  )
}

export const RaffleScreen = island(RaffleScreenView)
