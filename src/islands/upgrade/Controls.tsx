// What steers the ring: which tickets win, the button to press next, and what to do with what was won.
import { useStore } from '@nanostores/react'
import { Activity, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { chanceOf } from '../../game/case.ts'
import { UPGRADE_TICKETS } from '../../game/economy.ts'
import type { Language } from '../../game/language.ts'
import { ROLL_SIDES } from '../../game/upgrade.ts'
import { formatCount, formatMoney, formatPercent } from '../../i18n/format.ts'
import {
  $locked,
  $missing,
  $quote,
  $side,
  $stakeCents,
  $upgradeBeside,
  isBusy,
  keep,
  type Played,
  sellWon,
  setSide,
  stakeWon,
  type Upgrading,
} from '../../stores/upgrade.ts'
import { Button } from '../ui/Button.tsx'
import { HintLine, ObstacleLine } from '../ui/HintLine.tsx'
import { Icon } from '../ui/Icon.tsx'
import { once } from '../ui/once.ts'
import { QuickSwitch } from '../ui/QuickSwitch.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'
import { MainButton, type Panel } from './MainButton.tsx'
import { Notice } from './Notice.tsx'
import { Swap } from './Swap.tsx'

/** Which tickets win, and whether the pointer runs at all. */
export function Options(): ReactElement {
  const { t } = useTranslation('upgrade')
  const side = useStore($side, { ssr: 'initial' })
  const isLocked = useStore($locked, { ssr: 'initial' })
  return (
    <section className={styles.options} aria-label={t('options')}>
      <div className={styles.row}>
        <Segmented
          label={t('side.label')}
          options={ROLL_SIDES.map((value) => ({ value, label: t(`side.${value}`) }))}
          value={side}
          onChange={setSide}
          disabled={isLocked}
          className={styles.side}
        />
        <QuickSwitch label={t('quickRun')} hint={t('quickHint')} />
      </div>
      <p className={styles.sideHint}>{t('side.hint')}</p>
    </section>
  )
}

/** Where the thumb is: what becomes what, and the button. */
export function Dock({ onLead }: { onLead: (panel: Panel) => void }): ReactElement {
  const { t } = useTranslation('upgrade')
  return (
    <section className={styles.dock} aria-label={t('controls')}>
      <Notice />
      <Swap onLead={onLead} />
      <MainButton onLead={onLead} />
      <Aftermath />
      <Hint />
    </section>
  )
}

/** Sell, stake, keep: below the main button, or above it where that one stands at the foot of the screen, so that it never moves. */
function Aftermath(): ReactElement | null {
  const upgrading = useStore($upgradeBeside, { ssr: 'initial' })
  if (upgrading.phase !== 'spinning' && upgrading.phase !== 'result') return null
  const isResult = upgrading.phase === 'result'
  return (
    <Activity mode={isResult ? 'visible' : 'hidden'}>
      <Choices played={upgrading.played} state={isResult ? upgrading.state : 'mine'} />
    </Activity>
  )
}

function Choices({ played, state }: Pick<Extract<Upgrading, { phase: 'result' }>, 'played' | 'state'>): ReactElement {
  const { t } = useTranslation(['upgrade', 'common'])
  const settle = useSale()
  if (!played.won || state === 'sold' || state === 'gone') {
    return (
      <div className={styles.after}>
        <Button onClick={once(keep)}>{t('result.new')}</Button>
      </div>
    )
  }
  const price = formatMoney(played.target.price)
  return (
    <div className={styles.after}>
      <Button icon="sell" loading={state === 'selling'} onClick={once(() => void settle(sellWon()))}>
        {t('result.sell', { price })}
      </Button>
      <Button icon="upgrade" disabled={state === 'selling'} onClick={once(stakeWon)}>
        {t('result.stake')}
      </Button>
      <Button icon="keep" onClick={once(keep)}>
        {t('common:actions.keep')}
      </Button>
    </div>
  )
}

function Proof({ played: { id, roll } }: { played: Played }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  return (
    <HintLine>
      {t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}
      <a className={styles.proof} href={`/fairness?roll=${id}`}>
        <Icon name="shield" size={16} />
        {t('result.proof')}
      </a>
    </HintLine>
  )
}

/** One line whose place is always kept: the proof of a result, what stands in the way, else the keys. */
function Hint(): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const upgrading = useStore($upgradeBeside, { ssr: 'initial' })
  const stakeCents = useStore($stakeCents)
  const quote = useStore($quote)
  const missing = useStore($missing)
  if (upgrading.phase === 'result') return <Proof played={upgrading.played} />
  const isIdle = !isBusy(upgrading)
  let obstacle: string | null = null
  if (isIdle && missing > 0) {
    obstacle = t('short.text', { missing: formatMoney(missing) })
  } else if (isIdle && quote !== null && !quote.ok) {
    const stake = formatMoney(stakeCents)
    const [least, most] = [UPGRADE_TICKETS.least, UPGRADE_TICKETS.most].map((tickets) =>
      formatPercent(chanceOf(tickets), i18n.language as Language),
    )
    obstacle = quote.fault === 'chance-low' ? t('fault.low', { stake, least }) : t('fault.high', { stake, most })
  }
  return <ObstacleLine obstacle={obstacle} keys={t('keys')} />
}
