// The stage: the wheel, in its hub what the next spin costs or what the last one brought, and over it the item that was won.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'
import { play } from '../../stores/sound.ts'
import { $isFree, $spin, $wheel, loadWheel, type Spin, type Spun, skip } from '../../stores/wheel.ts'
import { Button } from '../ui/Button.tsx'
import { CountUp } from '../ui/CountUp.tsx'
import { Particles } from '../ui/Particles.tsx'
import { isRareMoment } from '../ui/rare-moment.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProofLink, WonItem, WonState } from '../ui/WonItem.tsx'
import styles from './stage.module.css'
import { Turntable } from './Turntable.tsx'
import { rarityOf } from './words.ts'

function spunOf(spin: Spin): Spun | null {
  return spin.phase === 'spinning' || spin.phase === 'result' ? spin.spun : null
}

export function Stage(): ReactElement {
  const { t } = useTranslation(['wheel', 'common'])
  const wheel = useStore($wheel, { ssr: 'initial' })
  const spin = useStore($spin, { ssr: 'initial' })
  const spun = spunOf(spin)
  const result = spin.phase === 'result' ? spin : null
  const item = result !== null && result.spun.prize.kind === 'item'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-keys.ts), and so does the button below
    <section
      className={styles.stage}
      aria-label={t('stage')}
      aria-busy={wheel.status === 'loading'}
      data-stage={spin.phase}
      data-item={item ? '' : undefined}
      data-rarity={result === null ? undefined : rarityOf(result.spun.prize)}
      onClick={skip}
    >
      <div className={styles.wheel}>
        {wheel.status === 'ready' ? (
          <Turntable
            sectors={spun?.sectors ?? wheel.sectors}
            spun={spun}
            state={spin.phase === 'spinning' ? 'run' : spun === null ? 'still' : 'result'}
            onRest={skip}
          >
            {result === null ? (
              <Next price={wheel.price} />
            ) : (
              <Quiet key={result.spun.id} spun={result.spun} price={wheel.price} />
            )}
          </Turntable>
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
        <Won key={result.spun.id} spin={result} price={wheel.status === 'ready' ? wheel.price : 0} />
      )}
    </section>
  )
}

/** What the next spin is. */
function Next({ price }: { price: number }): ReactElement {
  const { t } = useTranslation('wheel')
  const isFree = useStore($isFree, { ssr: 'initial' })
  return <p className={styles.next}>{isFree ? t('free.title') : t('paid.title', { price: formatMoney(price) })}</p>
}

function Ticket({ roll }: { roll: number }): ReactElement {
  const { t, i18n } = useTranslation('wheel')
  return <span>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</span>
}

/** An amount, or nothing: told in the middle of the wheel, which stays in sight. */
function Quiet({ spun, price }: { spun: Spun; price: number }): ReactElement | null {
  const { t } = useTranslation('wheel')
  const { id, prize, roll, free } = spun
  // The sound belongs to the moment the result appears. What cost more than it brought stays quiet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (prize.kind === 'balance' && (free || prize.amount >= price)) play('good')
  }, [])
  if (prize.kind === 'item') return null
  return (
    <div className={styles.quiet}>
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

/** The item on its light, over the wheel. */
function Won({ spin, price }: { spin: Extract<Spin, { phase: 'result' }>; price: number }): ReactElement | null {
  const { t } = useTranslation('wheel')
  const { spun, state } = spin
  const { drop } = spun
  const rare = drop !== null && isRareMoment(drop, price)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    play(rare ? 'win-rare' : 'win')
  }, [])
  if (drop === null) return null
  return (
    <div className={styles.won}>
      {rare && !isCalm() && <Particles rarity={drop.item.rarity} />}
      <WonItem item={drop.item} price={drop.price} state={state}>
        <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />
        <Ticket roll={spun.roll} />
        <ProofLink rollId={spun.id}>{t('result.proof')}</ProofLink>
      </WonItem>
    </div>
  )
}
