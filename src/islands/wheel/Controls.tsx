// What to press: the one button that spins, ends the turning or asks again, and below it what is to be done with what was won.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import {
  $isFree,
  $missing,
  $spin,
  $wheel,
  askAgain,
  keep,
  later,
  loadWheel,
  type Spin,
  sellWon,
  skip,
  spin,
} from '../../stores/wheel.ts'
import { Button } from '../ui/Button.tsx'
import { Countdown } from '../ui/Countdown.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'
import { once } from '../ui/once.ts'
import { QuickSwitch } from '../ui/QuickSwitch.tsx'
import { TopUpButton } from '../ui/TopUpButton.tsx'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'

export function Controls(): ReactElement {
  const { t } = useTranslation('wheel')
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <Standing />
      <Notice />
      <div className={styles.buttons}>
        <MainButton />
        <QuickSwitch size="l" label={t('quick')} hint={t('quickHint')} />
      </div>
      <Aftermath />
    </section>
  )
}

/** Whether the free spin is there, and when the next one comes. */
function Standing(): ReactElement {
  const { t } = useTranslation('wheel')
  const wheel = useStore($wheel, { ssr: 'initial' })
  const isFree = useStore($isFree, { ssr: 'initial' })
  const missing = useStore($missing)
  const isReady = wheel.status === 'ready'
  const price = isReady ? formatMoney(wheel.price) : ''
  const title = !isReady || isFree ? t('free.title') : t('paid.title', { price })
  const text = missing > 0 ? t('short.text', { price, missing: formatMoney(missing) }) : t('paid.text')
  return (
    <div className={styles.standing}>
      <h2>{title}</h2>
      <p>{!isReady || isFree ? t('free.text') : text}</p>
      <p className={styles.countdown}>
        {isReady && !isFree && (
          <>
            {t('free.next')}{' '}
            <Countdown untilMs={wheel.nextDay} onEnd={() => void loadWheel()} className={styles.clock} />
          </>
        )}
      </p>
    </div>
  )
}

function Notice(): ReactElement | null {
  const { t } = useTranslation('wheel')
  const now = useStore($spin, { ssr: 'initial' })
  if (now.phase === 'refused') {
    return (
      <NoticeBox title={t('refused.title')} text={now.message}>
        <Button onClick={keep}>{t('refused.close')}</Button>
      </NoticeBox>
    )
  }
  if (now.phase !== 'offline') return null
  return (
    <NoticeBox title={t('offline.title')} text={t('offline.text')}>
      <Button disabled={now.asking} onClick={() => void later()}>
        {t('offline.later')}
      </Button>
    </NoticeBox>
  )
}

/** Always the same element while it can be pressed, so that focus stays where it is. */
function MainButton(): ReactElement {
  const { t } = useTranslation('wheel')
  const now = useStore($spin, { ssr: 'initial' })
  const wheel = useStore($wheel, { ssr: 'initial' })
  const isFree = useStore($isFree, { ssr: 'initial' })
  const missing = useStore($missing)
  const isOpen = now.phase === 'idle' || now.phase === 'result' || now.phase === 'refused'
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
      tone={now.phase === 'spinning' ? 'quiet' : 'signal'}
      size="l"
      icon={now.phase === 'offline' ? 'refresh' : undefined}
      className={styles.main}
      disabled={wheel.status !== 'ready'}
      aria-busy={isBusy || undefined}
      onClick={once(() => act(now))}
    >
      {now.phase === 'spinning' ? t('skip') : now.phase === 'offline' ? t('offline.action') : words}
    </Button>
  )
}

function act({ phase }: Spin): void {
  if (phase === 'spinning') skip()
  else if (phase === 'offline') void askAgain()
  else void spin()
}

/** Sell or keep what was won; its place is kept. */
function Aftermath(): ReactElement {
  const { t } = useTranslation(['wheel', 'common'])
  const now = useStore($spin, { ssr: 'initial' })
  const settle = useSale()
  const drop = now.phase === 'result' ? now.spun.drop : null
  const state = now.phase === 'result' ? now.state : 'mine'
  const isOwned = drop !== null && (state === 'mine' || state === 'selling')
  return (
    <div className={styles.after}>
      {isOwned && (
        <>
          <Button icon="sell" loading={state === 'selling'} onClick={once(() => void settle(sellWon()))}>
            {t('result.sell', { price: formatMoney(drop.price) })}
          </Button>
          <Button icon="keep" disabled={state === 'selling'} onClick={once(keep)}>
            {t('common:actions.keep')}
          </Button>
        </>
      )}
    </div>
  )
}
