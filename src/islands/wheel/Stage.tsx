// The stage: the wheel with the price of the next spin or the last result in its hub, and over it the item that was won.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { winTier } from '../../game/win-tier.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import { playedOf } from '../../stores/games/game-run.ts'
import { $isFree, $spin, $wheel, loadWheel, type PlayedSpin, skip } from '../../stores/games/wheel.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { CountUp } from '../ui/CountUp.tsx'
import { Particles } from '../ui/Particles.tsx'
import { playWin } from '../ui/play-win.ts'
import { isRareWin } from '../ui/rare-win.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProofLink, WonItem, WonState } from '../ui/WonItem.tsx'
import { SpinningDisc } from './SpinningDisc.tsx'
import styles from './stage.module.css'
import { rarityOf } from './words.ts'

export function Stage(): ReactElement {
  const { t } = useTranslation(['wheel', 'common'])
  const wheel = useStore($wheel, { ssr: 'initial' })
  const spin = useStore($spin, { ssr: 'initial' })
  const spun = playedOf(spin)
  const result = spin.phase === 'result' ? spin : null
  const item = result !== null && result.played.prize.kind === 'item'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-keys.ts), and so does the button below
    <section
      className={styles.stage}
      aria-label={t('stage')}
      aria-busy={wheel.status === 'loading'}
      data-stage={spin.phase}
      data-item={item ? '' : undefined}
      data-rarity={result === null ? undefined : rarityOf(result.played.prize)}
      onClick={skip}
    >
      <div className={styles.wheel}>
        {wheel.status === 'ready' ? (
          <SpinningDisc
            sectors={spun?.sectors ?? wheel.sectors}
            spun={spun}
            state={spin.phase === 'playing' ? 'run' : spun === null ? 'still' : 'result'}
            onRest={skip}
          >
            {result === null ? (
              <SpinPrice price={wheel.price} />
            ) : (
              <HubResult key={result.played.id} spun={result.played} price={wheel.price} />
            )}
          </SpinningDisc>
        ) : (
          <Skeleton shape="round" width="100%" height="100%" />
        )}
      </div>
      {wheel.status === 'failed' && (
        <div className={styles.failed} role="status">
          <p>{t('failed')}</p>
          <Button icon="refresh" onClick={() => void loadWheel()}>
            {t('common:actions.retry')}
          </Button>
        </div>
      )}
      {item && result !== null && (
        <WonOverlay key={result.played.id} played={result.played} price={wheel.status === 'ready' ? wheel.price : 0} />
      )}
    </section>
  )
}

/** Shows the price of the next spin. */
function SpinPrice({ price }: { price: number }): ReactElement {
  const { t } = useTranslation('wheel')
  const isFree = useStore($isFree, { ssr: 'initial' })
  return <p className={styles.spinPrice}>{isFree ? t('free.title') : t('paid.title', { price: formatMoney(price) })}</p>
}

function Ticket({ roll }: { roll: number }): ReactElement {
  const { t, i18n } = useTranslation('wheel')
  return <span>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</span>
}

/** Shows an amount or a loss in the hub, so that the wheel stays visible. */
function HubResult({ spun, price }: { spun: PlayedSpin; price: number }): ReactElement | null {
  const { t } = useTranslation('wheel')
  const { id, prize, roll, free } = spun
  // Plays when the result appears. A prize worth less than its price has no sound.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (prize.kind === 'balance') playWin(winTier(prize.amount, free ? 0 : price))
  }, [])
  if (prize.kind === 'item') return null
  return (
    <div className={styles.hubResult}>
      {prize.kind === 'balance' ? (
        <p className={styles.gained}>
          <CountUp cents={prize.amount} className={styles.amount} />
          <span>{t('result.balance')}</span>
        </p>
      ) : (
        <p className={styles.nothing}>{t('result.nothing')}</p>
      )}
      <p className={styles.after}>
        <Ticket roll={roll} />
      </p>
      <ProofLink rollId={id}>{t('result.proof')}</ProofLink>
    </div>
  )
}

/** Shows the won item over the wheel. */
function WonOverlay({ played, price }: { played: PlayedSpin; price: number }): ReactElement | null {
  const { t } = useTranslation('wheel')
  const { drop, state } = played
  const rare = drop !== null && isRareWin(drop, price)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (drop !== null) playWin(winTier(drop.price, price))
  }, [])
  if (drop === null) return null
  return (
    <div className={styles.won}>
      {rare && !isCalm() && <Particles rarity={drop.item.rarity} />}
      <WonItem item={drop.item} price={drop.price} state={state}>
        <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />
        <Ticket roll={played.roll} />
        <ProofLink rollId={played.id}>{t('result.proof')}</ProofLink>
      </WonItem>
    </div>
  )
}
