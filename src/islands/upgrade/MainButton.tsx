// The one button to press next: it leads to what is missing, upgrades, ends the run, asks again, or plays once more. Always the same
// element, so that focus stays where it is.
import { useStore } from '@nanostores/react'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpgradeQuote } from '../../game/upgrade.ts'
import { formatMoney } from '../../i18n/format.ts'
import {
  $missing,
  $quote,
  $stakeCents,
  $target,
  $upgradeBeside,
  again,
  askAgain,
  keep,
  type Played,
  skip,
  type Upgrading,
  upgrade,
} from '../../stores/upgrade.ts'
import { $user } from '../../stores/user.ts'
import { Button } from '../ui/Button.tsx'
import { once } from '../ui/once.ts'
import { TopUpButton } from '../ui/TopUpButton.tsx'

/** The parts of the screen that the button may lead to. */
export type Panel = 'mine' | 'targets'

/** What the button does next. */
interface Step {
  readonly words: string
  readonly icon?: string
  readonly isBusy?: boolean
  act(): void
}

export function MainButton({ onLead }: { onLead: (panel: Panel) => void }): ReactElement {
  const { t } = useTranslation('upgrade')
  const upgrading = useStore($upgradeBeside, { ssr: 'initial' })
  const stakeCents = useStore($stakeCents)
  const isAimed = useStore($target, { ssr: 'initial' }) !== null
  const quote = useStore($quote)
  const missing = useStore($missing)
  const user = useStore($user, { ssr: 'initial' })
  if (missing > 0 && isOpen(upgrading)) {
    return <TopUpButton cents={missing}>{t('short.action', { missing: formatMoney(missing) })}</TopUpButton>
  }
  const balance = user.status === 'authorised' ? user.user.balance : 0
  const isAsking = upgrading.phase === 'asking'
  const step =
    upgrading.phase === 'result'
      ? onceMore(upgrading.played, balance, t, onLead)
      : (stepOfPhase(upgrading, t) ?? nextStep({ stakeCents, isAimed, quote, isAsking, t, onLead }))
  return (
    <Button
      tone={upgrading.phase === 'spinning' ? 'quiet' : 'signal'}
      size="l"
      icon={step.icon}
      aria-busy={step.isBusy || undefined}
      onClick={once(step.act)}
    >
      {step.words}
    </Button>
  )
}

/** Nothing is under way, and no result is on show. */
function isOpen({ phase }: Upgrading): boolean {
  return phase === 'idle' || phase === 'short' || phase === 'refused'
}

type Words = TFunction<'upgrade'>

function stepOfPhase(upgrading: Upgrading, t: Words): Step | null {
  if (upgrading.phase === 'spinning') return { words: t('skip'), act: skip }
  if (upgrading.phase !== 'offline') return null
  const { asking } = upgrading
  return { words: t('offline.action'), icon: 'refresh', isBusy: asking, act: () => void askAgain() }
}

interface Choice {
  readonly stakeCents: number
  readonly isAimed: boolean
  readonly quote: UpgradeQuote | null
  readonly isAsking: boolean
  readonly t: Words
  onLead(panel: Panel): void
}

function nextStep({ stakeCents, isAimed, quote, isAsking, t, onLead }: Choice): Step {
  if (stakeCents === 0) return { words: t('step.stake'), act: () => onLead('mine') }
  if (!isAimed) return { words: t('step.target'), act: () => onLead('targets') }
  if (quote?.ok === false) return { words: t('step.other'), act: () => onLead('targets') }
  return { words: t('go', { stake: formatMoney(stakeCents) }), isBusy: isAsking, act: () => void upgrade() }
}

/** Once more with the same amount, from the balance; where that is too little, a new stake. */
function onceMore(played: Played, balance: number, t: Words, onLead: (panel: Panel) => void): Step {
  if (balance >= played.stake) {
    const stake = formatMoney(played.stake)
    const words = played.staked.length === 0 ? t('result.again', { stake }) : t('result.againBalance', { stake })
    return { words, act: () => void again() }
  }
  return {
    words: t('result.new'),
    act: () => {
      keep()
      onLead('mine')
    },
  }
}
