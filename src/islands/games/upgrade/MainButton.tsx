// The main button: shows the panel of what is missing, upgrades, skips the animation, repeats an unanswered request, or upgrades again.
// Always the same element, so that focus stays.
import { useStore } from '@nanostores/react'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpgradeQuote } from '../../../game/games/upgrade.ts'
import { formatMoney } from '../../../i18n/format.ts'
import {
  $missing,
  $quote,
  $stakeCents,
  $target,
  $upgrade,
  keep,
  type PlayedUpgrade,
  retry,
  skip,
  type UpgradeRun,
  upgrade,
  upgradeAgain,
} from '../../../stores/games/upgrade.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { TopUpButton } from '../../ui/controls/TopUpButton.tsx'
import { OffButton } from '../parts/OffButton.tsx'
import { useIsOff } from '../parts/use-is-off.ts'

/** The panels that the button may show. */
export type Panel = 'mine' | 'targets'

/** The next action of the button. */
interface Step {
  readonly words: string
  readonly icon?: string
  readonly isBusy?: boolean
  act(): void
}

export function MainButton({ onShowPanel }: { onShowPanel: (panel: Panel) => void }): ReactElement {
  const { t } = useTranslation('upgrade')
  const upgrading = useStore($upgrade, { ssr: 'initial' })
  const stakeCents = useStore($stakeCents)
  const isAimed = useStore($target, { ssr: 'initial' }) !== null
  const quote = useStore($quote)
  const missing = useStore($missing)
  const user = useStore($user, { ssr: 'initial' })
  const isOff = useIsOff('upgrade')
  if (isOff && (isOpen(upgrading) || upgrading.phase === 'result')) return <OffButton />
  if (missing > 0 && isOpen(upgrading)) {
    return <TopUpButton cents={missing}>{t('short.action', { missing: formatMoney(missing) })}</TopUpButton>
  }
  const balance = user.status === 'authorised' ? user.user.balance : 0
  const isAsking = upgrading.phase === 'asking'
  const step =
    upgrading.phase === 'result'
      ? onceMore(upgrading.played, balance, t, onShowPanel)
      : (stepOfPhase(upgrading, t) ?? nextStep({ stakeCents, isAimed, quote, isAsking, t, onShowPanel }))
  return (
    <Button
      tone={upgrading.phase === 'playing' || hasUnsold(upgrading) ? 'quiet' : 'signal'}
      size="l"
      icon={step.icon}
      aria-busy={step.isBusy || undefined}
      {...singlePress(step.act)}
    >
      {step.words}
    </Button>
  )
}

/** Tells whether a result can be sold, which is the main action then. */
function hasUnsold(upgrading: UpgradeRun): boolean {
  if (upgrading.phase !== 'result' || !upgrading.played.won) return false
  return upgrading.played.state === 'mine' || upgrading.played.state === 'selling'
}

/** Tells whether no upgrade runs and no result is shown. */
function isOpen({ phase }: UpgradeRun): boolean {
  return phase === 'idle' || phase === 'short' || phase === 'refused'
}

type Words = TFunction<'upgrade'>

function stepOfPhase(upgrading: UpgradeRun, t: Words): Step | null {
  if (upgrading.phase === 'playing') return { words: t('skip'), act: skip }
  if (upgrading.phase !== 'offline') return null
  const { asking } = upgrading
  return { words: t('offline.action'), icon: 'refresh', isBusy: asking, act: () => void retry() }
}

interface Choice {
  readonly stakeCents: number
  readonly isAimed: boolean
  readonly quote: UpgradeQuote | null
  readonly isAsking: boolean
  readonly t: Words
  onShowPanel(panel: Panel): void
}

function nextStep({ stakeCents, isAimed, quote, isAsking, t, onShowPanel }: Choice): Step {
  if (stakeCents === 0) return { words: t('step.stake'), act: () => onShowPanel('mine') }
  if (!isAimed) return { words: t('step.target'), act: () => onShowPanel('targets') }
  if (quote?.ok === false) return { words: t('step.other'), act: () => onShowPanel('targets') }
  return { words: t('go', { stake: formatMoney(stakeCents) }), isBusy: isAsking, act: () => void upgrade() }
}

/** Returns the step that upgrades again with the same amount from the balance, or asks for a new stake when the balance is too low. */
function onceMore(played: PlayedUpgrade, balance: number, t: Words, onShowPanel: (panel: Panel) => void): Step {
  if (balance >= played.stake) {
    const stake = formatMoney(played.stake)
    const words = played.staked.length === 0 ? t('result.again', { stake }) : t('result.againBalance', { stake })
    return { words, act: () => void upgradeAgain() }
  }
  return {
    words: t('result.new'),
    act: () => {
      keep()
      onShowPanel('mine')
    },
  }
}
