// The controls of the upgrade: which tickets win, the main button, and the actions on the result.
import { useStore } from '@nanostores/react'
import { Activity, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { UPGRADE_TICKETS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { ROLL_SIDES } from '../../../game/games/upgrade.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import { isBusyPhase } from '../../../stores/games/game-run.ts'
import {
  $locked,
  $missing,
  $quote,
  $side,
  $stakeCents,
  $upgrade,
  dismissUnanswered,
  keep,
  type PlayedUpgrade,
  sellWon,
  setSide,
  stakeWon,
  wonItem,
} from '../../../stores/games/upgrade.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { ShareButton } from '../../sharing/ShareButton.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { Icon } from '../../ui/Icon.tsx'
import { HintLine, ObstacleLine } from '../../ui/messages/HintLine.tsx'
import { GameAlert } from '../parts/GameAlert.tsx'
import { QuickSwitch } from '../parts/QuickSwitch.tsx'
import { AfterSale, ResultActions } from '../parts/ResultActions.tsx'
import styles from './controls.module.css'
import { MainButton, type Panel } from './MainButton.tsx'
import { UpgradeSummary } from './UpgradeSummary.tsx'

/** Renders the choice of the winning tickets, and the switch for the animation. */
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

/** Renders summary, main button, result actions and hint; on phones they stick to the bottom of the screen. */
export function Controls({ onShowPanel }: { onShowPanel: (panel: Panel) => void }): ReactElement {
  const { t } = useTranslation('upgrade')
  return (
    <section id="game" tabIndex={-1} className={styles.controls} aria-label={t('controls')} data-dock="">
      <GameAlert texts="upgrade" $run={$upgrade} keep={keep} dismissUnanswered={dismissUnanswered} />
      <UpgradeSummary onShowPanel={onShowPanel} />
      <MainButton onShowPanel={onShowPanel} />
      <UpgradeActions />
      <Hint />
    </section>
  )
}

/**
 * Renders the buttons that sell, use or keep the item. They are below the main button, and above it where it sticks to the bottom of
 * the screen, so that it never moves.
 */
function UpgradeActions(): ReactElement | null {
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  if (upgrading.phase !== 'playing' && upgrading.phase !== 'result') return null
  const isResult = upgrading.phase === 'result'
  return (
    <Activity mode={isResult ? 'visible' : 'hidden'}>
      <Choices played={upgrading.played} />
    </Activity>
  )
}

function Choices({ played }: { played: PlayedUpgrade }): ReactElement {
  const { t } = useTranslation('upgrade')
  const settle = useSale()
  const { state } = played
  if (!played.won || state === 'sold' || state === 'gone') {
    const next = (
      <Button data-next-focus="" onClick={singleClick(keep)}>
        {t('result.new')}
      </Button>
    )
    return state === 'sold' ? (
      <AfterSale className={styles.after} cents={played.target.price}>
        {next}
      </AfterSale>
    ) : (
      <div className={styles.after}>{next}</div>
    )
  }
  return (
    <ResultActions
      className={styles.after}
      isSelling={state === 'selling'}
      sellWords={t('result.sell', { price: formatMoney(played.target.price) })}
      onSell={(button) => void settle(sellWon(), button)}
      upgrade={stakeWon}
      contract={[wonItem(played)]}
      onKeep={keep}
    />
  )
}

function Proof({ played: { id, roll } }: { played: PlayedUpgrade }): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  return (
    <HintLine>
      <span className={styles.proofs}>
        {t('result.ticket', { roll: formatCount(roll, i18n.language as Language) })}
        <a className={styles.proof} href={`/fairness?roll=${id}`}>
          <Icon name="shield" size={16} />
          {t('result.proof')}
        </a>
        <ShareButton rollId={id} className={styles.proof} />
      </span>
    </HintLine>
  )
}

/** Renders a line that always takes its place: the proof of a result, what prevents the upgrade, or the keyboard shortcuts. */
function Hint(): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  const stakeCents = useStore($stakeCents)
  const quote = useStore($quote)
  const missing = useStore($missing)
  if (upgrading.phase === 'result') return <Proof played={upgrading.played} />
  const isIdle = !isBusyPhase(upgrading)
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
