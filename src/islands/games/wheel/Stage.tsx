// The stage: the wheel with the price of the next spin or the last result in its hub, and over it the item that was won.
import { useStore } from '@nanostores/react'
import { type ReactElement, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { winTier } from '../../../game/base/win-tier.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { playedOf } from '../../../stores/games/game-run.ts'
import { $isFree, $spin, $wheel, loadWheel, type PlayedSpin, skip } from '../../../stores/games/wheel.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { CountUp } from '../../ui/money/CountUp.tsx'
import { Profit } from '../../ui/money/Profit.tsx'
import { endBy } from '../../ui/motion/animation-end.ts'
import { Celebration } from '../../ui/motion/Celebration.tsx'
import { playWin } from '../../ui/motion/play-win.ts'
import { useIsOff } from '../parts/use-is-off.ts'
import { ProofIcons, ProofLink, WonItem, WonState } from '../parts/WonItem.tsx'
import { SpinningDisc } from './SpinningDisc.tsx'
import styles from './stage.module.css'
import { rarityOf } from './words.ts'

const rest = endBy(skip)

export function Stage(): ReactElement {
  const { t } = useTranslation(['wheel', 'common'])
  const wheel = useStore($wheel, { ssr: 'initial' })
  const spin = useStore($spin, { ssr: 'initial' })
  const spun = playedOf(spin)
  const result = spin.phase === 'result' ? spin : null
  const item = result !== null && result.played.prize.kind === 'item'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and Space skip too (use-game-keys.ts), and so does the button below
    <section
      className={styles.stage}
      aria-label={t('stage')}
      aria-busy={wheel.status === 'loading'}
      data-stage={spin.phase}
      data-item={item ? '' : undefined}
      data-rarity={result === null ? undefined : rarityOf(result.played.prize)}
      onClick={skip}
    >
      {result !== null && wheel.status === 'ready' && (
        <AmountLight key={`light ${result.played.id}`} played={result.played} price={wheel.price} />
      )}
      <div className={styles.wheel}>
        {wheel.status === 'ready' ? (
          <SpinningDisc
            sectors={spun?.sectors ?? wheel.sectors}
            spun={spun}
            state={spin.phase === 'playing' ? 'run' : spun === null ? 'still' : 'result'}
            onRest={rest}
          >
            {result === null ? (
              <SpinPrice price={wheel.price} />
            ) : (
              <HubResult key={result.played.id} played={result.played} price={wheel.price} />
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

/** Shows the price of the next spin; nothing while the wheel is switched off. */
function SpinPrice({ price }: { price: number }): ReactElement | null {
  const { t } = useTranslation('wheel')
  const isFree = useStore($isFree, { ssr: 'initial' })
  const isOff = useIsOff('wheel')
  if (isOff) return null
  return <p className={styles.spinPrice}>{isFree ? t('free.title') : t('paid.title', { price: formatMoney(price) })}</p>
}

function Ticket({ roll }: { roll: number }): ReactElement {
  const { t, i18n } = useTranslation('wheel')
  return <span>{t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}</span>
}

/** What a result is compared with: the price of a spin. A free one has no price of its own. */
interface ResultProps {
  readonly played: PlayedSpin
  /** In US cents. */
  readonly price: number
}

/** Ends the motion of a result at the first tap. */
function useTapToFinish(): RefObject<HTMLDivElement | null> {
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const finish = (): void => {
      for (const animation of result.current?.getAnimations() ?? []) animation.finish()
    }
    document.addEventListener('pointerdown', finish, { once: true })
    return () => document.removeEventListener('pointerdown', finish)
  }, [])
  return result
}

/** Shows an amount or a loss in the hub, so that the wheel stays visible. It grows out of its sector, which is at the top. */
function HubResult({ played, price }: ResultProps): ReactElement | null {
  const { t } = useTranslation('wheel')
  const { id, prize, roll } = played
  const tier = prize.kind === 'balance' ? winTier(prize.amount, price) : 0
  const result = useTapToFinish()
  // Plays when the result appears. A prize worth less than its price has no sound.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (prize.kind === 'balance') playWin(tier)
  }, [])
  if (prize.kind === 'item') return null
  return (
    <div ref={result} className={styles.hubResult} data-kind={prize.kind}>
      {prize.kind === 'balance' ? (
        <p className={styles.gained}>
          <CountUp cents={prize.amount} tier={tier} className={styles.amount} />
          <span>{t('result.balance')}</span>
        </p>
      ) : (
        <p className={styles.nothing}>{t('result.nothing')}</p>
      )}
      <p className={styles.after}>
        <Ticket roll={roll} />
      </p>
      <ProofIcons
        rollId={id}
        item={prize.kind === 'balance' ? formatMoney(prize.amount) : t('result.nothing')}
        label={t('result.proof')}
        title={t('result.proof')}
      />
    </div>
  )
}

/** Celebrates an amount behind the wheel, in the light of coins. */
function AmountLight({ played, price }: ResultProps): ReactElement | null {
  const { prize } = played
  if (prize.kind !== 'balance') return null
  return (
    <div className={styles.amountLight}>
      <Celebration tier={winTier(prize.amount, price)} rarity="consumer" />
    </div>
  )
}

/** Shows the won item over the wheel; it grows out of its sector. */
function WonOverlay({ played, price }: ResultProps): ReactElement | null {
  const { t } = useTranslation('wheel')
  const { drop, state } = played
  const tier = drop === null ? 0 : winTier(drop.price, price)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => playWin(tier), [])
  if (drop === null) return null
  return (
    <div className={styles.won}>
      <Celebration tier={tier} rarity={drop.item.rarity} />
      <div className={styles.landing}>
        <WonItem
          item={drop.item}
          price={drop.price}
          state={state}
          tier={tier}
          beside={<Profit won={drop.price} paid={played.free ? 0 : price} />}
        >
          <WonState state={state} sold={t('result.sold')} gone={t('result.gone')} />
          <Ticket roll={played.roll} />
          <ProofLink rollId={played.id}>{t('result.proof')}</ProofLink>
        </WonItem>
      </div>
    </div>
  )
}
