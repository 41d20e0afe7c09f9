// The controls of a case: the number of cases, the main button, the demo, and a line for what prevents an opening.
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { memo, type ReactElement, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { OPEN_COUNT } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { CaseView } from '../../../protocol/case.ts'
import { isBusyPhase } from '../../../stores/games/game-run.ts'
import { $count, $opening, open, ownedDrops, setCount } from '../../../stores/games/opening.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { TopUpButton } from '../../ui/controls/TopUpButton.tsx'
import { ObstacleLine } from '../../ui/messages/HintLine.tsx'
import { OffButton } from '../parts/OffButton.tsx'
import { QuickSwitch } from '../parts/QuickSwitch.tsx'
import { useIsOff } from '../parts/use-is-off.ts'
import { CaseHints } from './CaseHints.tsx'
import styles from './controls.module.css'
import { MainButton } from './MainButton.tsx'
import { CaseOffAlert, OpeningAlert } from './OpeningAlert.tsx'
import { useResume } from './use-resume.ts'

const COUNTS = Array.from({ length: OPEN_COUNT.most }, (_, index) => ({ value: index + 1, label: index + 1 }))

interface ControlsProps {
  shown: Pick<CaseView, 'price' | 'enabled' | 'paused'>
}

export function Controls({ shown }: ControlsProps): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  const count = useStore($count, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const isOff = useIsOff('case')
  const { button, isResumed } = useResume()
  if (!shown.enabled) return <CaseOffAlert isPaused={shown.paused === true} />
  const total = shown.price * count
  const missing = user.status === 'authorised' ? Math.max(0, total - user.user.balance) : 0
  const short = missing > 0 && !isOff && !isBusyPhase(opening)
  return (
    <section id="game" tabIndex={-1} className={styles.controls} aria-label={t('controls')}>
      <OpeningAlert />
      <div className={styles.row}>
        <CountChoice />
      </div>
      <div className={styles.row} data-main="with-demo">
        <OpenButton total={total} missing={short ? missing : 0} ref={button} />
        <Button
          size="l"
          className={styles.demo}
          data-hint="demo"
          disabled={isOff || opening.phase === 'playing' || opening.phase === 'offline'}
          title={t('demoHint')}
          {...singlePress(() => void open({ demo: true }))}
        >
          {opening.phase === 'result' && opening.played.demo ? t('demoAgain') : t('demo')}
        </Button>
        <QuickSwitch label={t('quick')} hint={t('quickHint')} size="l" />
      </div>
      <ObstacleLine
        obstacle={short ? t('short.text', { missing: formatMoney(missing), total: formatMoney(total) }) : null}
        note={isResumed ? t('resumed') : null}
        keys={t('keys')}
      />
      <CaseHints />
    </section>
  )
}

const $isBusy = computed($opening, isBusyPhase)

/** Renders the choice of how many cases to open; memoised, because its ten options do not change with the price or the balance. */
const CountChoice = memo(function CountChoice(): ReactElement {
  const { t } = useTranslation('case')
  const count = useStore($count, { ssr: 'initial' })
  const isBusy = useStore($isBusy, { ssr: 'initial' })
  return (
    <Segmented
      label={t('count')}
      options={COUNTS}
      value={count}
      onChange={setCount}
      disabled={isBusy}
      className={styles.count}
    />
  )
})

interface OpenButtonProps {
  total: number
  missing: number
  ref: RefObject<HTMLButtonElement | null>
}

/** Opens the case, or offers a deposit when the balance is too low. */
function OpenButton({ total, missing, ref }: OpenButtonProps): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  const isOff = useIsOff('case')
  if (isOff && !isBusyPhase(opening)) return <OffButton className={styles.open} />
  if (missing > 0) {
    return (
      <TopUpButton cents={missing} className={styles.open}>
        {t('short.action', { missing: formatMoney(missing) })}
      </TopUpButton>
    )
  }
  const price = formatMoney(total)
  // The main action on a result is its sale.
  const hasUnsold = opening.phase === 'result' && ownedDrops(opening.played.drops).length > 0
  return (
    <MainButton ref={ref} tone={hasUnsold ? 'quiet' : 'signal'} {...singlePress(() => void open({ demo: false }))}>
      {opening.phase === 'result' && !opening.played.demo ? t('again', { price }) : t('open', { price })}
    </MainButton>
  )
}
