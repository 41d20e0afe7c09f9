// The controls of the wheel: the main button that spins, skips or repeats an unanswered request, and below it the actions on the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import { isBusyPhase } from '../../../stores/games/game-run.ts'
import {
  $isFree,
  $missing,
  $spin,
  $wheel,
  dismissUnanswered,
  keep,
  loadWheel,
  retry,
  type SpinRun,
  sellWon,
  skip,
  spin,
  wonItem,
} from '../../../stores/games/wheel.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { TopUpButton } from '../../ui/controls/TopUpButton.tsx'
import { GiftRefusal } from '../../ui/messages/GiftRefusal.tsx'
import { LockedGifts } from '../../withdrawal/LockedGifts.tsx'
import { GameAlert } from '../parts/GameAlert.tsx'
import { OffButton } from '../parts/OffButton.tsx'
import { QuickSwitch } from '../parts/QuickSwitch.tsx'
import { AfterSale, ResultActions } from '../parts/ResultActions.tsx'
import { useIsOff } from '../parts/use-is-off.ts'
import styles from './controls.module.css'

export function Controls(): ReactElement {
  const { t } = useTranslation('wheel')
  return (
    <section id="game" tabIndex={-1} className={styles.controls} aria-label={t('controls')}>
      <NextSpin />
      <GameAlert texts="wheel" $run={$spin} keep={keep} dismissUnanswered={dismissUnanswered} />
      <div className={styles.buttons}>
        <MainButton />
        <QuickSwitch size="l" label={t('quick')} hint={t('quickHint')} />
      </div>
      <WheelActions />
    </section>
  )
}

/** Shows whether the next spin is free, its price, and when the next free one is available; nothing while the wheel is switched off. */
function NextSpin(): ReactElement | null {
  const { t } = useTranslation('wheel')
  const wheel = useStore($wheel, { ssr: 'initial' })
  const isFree = useStore($isFree, { ssr: 'initial' })
  const now = useStore($spin, { ssr: 'initial' })
  const sum = useStore($missing)
  // During a spin its price is paid, and what it wins is not on the balance yet.
  const missing = isBusyPhase(now) ? 0 : sum
  const isOff = useIsOff('wheel')
  const isReady = wheel.status === 'ready'
  const price = isReady ? formatMoney(wheel.price) : ''
  const isPaused = isReady && wheel.paused === true
  const title = isPaused ? t('paused.title') : !isReady || isFree ? t('free.title') : t('paid.title', { price })
  const text = missing > 0 ? t('short.text', { price, missing: formatMoney(missing) }) : t('paid.text')
  if (isOff) return null
  return (
    <div className={styles.nextSpin}>
      <h2>{title}</h2>
      <p>{isPaused ? t('paused.text') : !isReady || isFree ? t('free.text') : text}</p>
      <p className={styles.countdown}>
        {isReady && !isFree && wheel.giftRefusal === null && (
          <>
            {t('free.next')}{' '}
            <Countdown untilMs={wheel.nextDay} onEnd={() => void loadWheel()} className={styles.clock} />
          </>
        )}
      </p>
      {isReady && wheel.giftRefusal !== null && <GiftRefusal text={wheel.giftRefusal} />}
    </div>
  )
}

/** Renders the main button: always the same element while it is enabled, so that focus stays. */
function MainButton(): ReactElement {
  const { t } = useTranslation('wheel')
  const now = useStore($spin, { ssr: 'initial' })
  const wheel = useStore($wheel, { ssr: 'initial' })
  const isFree = useStore($isFree, { ssr: 'initial' })
  const missing = useStore($missing)
  const isOff = useIsOff('wheel')
  const isOpen = now.phase === 'idle' || now.phase === 'result' || now.phase === 'refused'
  if (isOpen && isOff) return <OffButton className={styles.main} />
  if (isOpen && missing > 0) {
    return (
      <TopUpButton cents={missing} className={styles.main}>
        {t('short.action', { missing: formatMoney(missing) })}
      </TopUpButton>
    )
  }
  const price = wheel.status === 'ready' ? formatMoney(wheel.price) : ''
  const words = wheel.status !== 'ready' || isFree ? t('free.button') : t('paid.button', { price })
  const isBusy = now.phase === 'asking' || (now.phase === 'offline' && now.asking)
  return (
    <Button
      tone={now.phase === 'playing' || hasUnsold(now) ? 'quiet' : 'signal'}
      size="l"
      icon={now.phase === 'offline' ? 'refresh' : undefined}
      className={styles.main}
      disabled={wheel.status !== 'ready' || wheel.paused === true}
      aria-busy={isBusy || undefined}
      {...singlePress(() => act(now))}
    >
      {now.phase === 'playing' ? t('skip') : now.phase === 'offline' ? t('offline.action') : words}
    </Button>
  )
}

/** Tells whether a result can be sold, which is the main action then. */
function hasUnsold(now: SpinRun): boolean {
  if (now.phase !== 'result' || now.played.drop === null) return false
  return now.played.state === 'mine' || now.played.state === 'selling'
}

function act({ phase }: SpinRun): void {
  if (phase === 'playing') skip()
  else if (phase === 'offline') void retry()
  else void spin()
}

/** Renders the buttons that sell, use or keep the item, otherwise how far gifts are unlocked; their place is kept, so that nothing moves. */
function WheelActions(): ReactElement {
  const { t } = useTranslation('wheel')
  const now = useStore($spin, { ssr: 'initial' })
  const settle = useSale()
  const drop = now.phase === 'result' ? now.played.drop : null
  const state = now.phase === 'result' ? now.played.state : 'mine'
  const isOwned = drop !== null && (state === 'mine' || state === 'selling')
  if (isOwned) {
    return (
      <ResultActions
        className={styles.after}
        isSelling={state === 'selling'}
        sellWords={t('result.sell', { price: formatMoney(drop.price) })}
        onSell={(button) => void settle(sellWon(), button)}
        upgrade={[wonItem(drop)]}
        contract={[wonItem(drop)]}
        onKeep={keep}
      />
    )
  }
  if (drop !== null && state === 'sold') return <AfterSale className={styles.after} cents={drop.price} />
  return (
    <div className={styles.after}>
      <LockedGifts isShort />
    </div>
  )
}
