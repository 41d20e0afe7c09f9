// The main button: signs, skips the animation, repeats an unanswered request, or closes the result. Always the same element, so that focus
// stays.
import { useStore } from '@nanostores/react'
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import {
  $contract,
  $preview,
  $slots,
  type ContractRun,
  keep,
  loadPreview,
  retry,
  sign,
  skip,
} from '../../../stores/games/contract.ts'
import { itemsIn, sumOf } from '../../../stores/games/contract-slots.ts'
import { $inventory } from '../../../stores/inventory/inventory.ts'
import { $calm, $quick, skipsAnimation } from '../../../stores/kernel/preferences.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { OffButton } from '../parts/OffButton.tsx'
import { useIsOff } from '../parts/use-is-off.ts'
import styles from './controls.module.css'
import { $signature, useHold } from './hold.ts'
import { ownsNothing } from './use-example.ts'

/** The next action of the button. */
interface Step {
  readonly words: string
  readonly icon?: string
  readonly tone?: 'quiet'
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** True when the action is signing, which takes a hold. */
  readonly isSigning?: boolean
  /** A page to go to instead of an action. */
  readonly href?: string
  act(): void
}

type Words = TFunction<['contract', 'common']>

const nothing = (): void => undefined

function stepOfPhase(contract: ContractRun, t: Words): Step | null {
  if (contract.phase === 'playing') return { words: t('skip'), tone: 'quiet', act: skip }
  if (contract.phase === 'offline') {
    return { words: t('offline.action'), isBusy: contract.asking, act: () => void retry() }
  }
  if (contract.phase !== 'result') return null
  // The main action on a result is its sale.
  const isUnsold = contract.played.state === 'mine' || contract.played.state === 'selling'
  return { words: t('result.next'), ...(isUnsold ? { tone: 'quiet' as const } : {}), act: keep }
}

/** Returns the step of a table that is being filled, or can be signed. */
function useNextStep(t: Words): Step {
  const { phase } = useStore($contract, { ssr: 'initial' })
  const slots = useStore($slots, { ssr: 'initial' })
  const { status } = useStore($preview, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const act = (): void => void sign()
  if (user.status === 'guest') return { words: t('common:actions.signIn'), icon: 'steam', act }
  if (status === 'failed') return { words: t('results.retry'), act: () => void loadPreview() }
  const count = itemsIn(slots).length
  if (count === 0 && ownsNothing(inventory)) return { words: t('toCases'), icon: 'cases', href: '/', act: nothing }
  const missing = CONTRACT_ITEMS.least - count
  return {
    words: missing > 0 ? t('missing', { count: missing }) : t('sign', { count, sum: formatMoney(sumOf(slots)) }),
    isDisabled: status !== 'ready' && status !== 'loading',
    isBusy: phase === 'asking' || status === 'loading',
    isSigning: status === 'ready' && phase !== 'asking',
    act,
  }
}

export function MainButton(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const contract = useStore($contract, { ssr: 'initial' })
  const next = useNextStep(t)
  const ofPhase = stepOfPhase(contract, t)
  const isOff = useIsOff('contract')
  const step = ofPhase ?? next
  const hold = useHold(step.isSigning === true ? step.act : null, step.act)
  const look = { size: 'l', tone: step.tone ?? 'signal', icon: step.icon, className: styles.main } as const
  if (isOff && ofPhase === null) return <OffButton className={styles.main} />
  if (step.href !== undefined) {
    return (
      <Button {...look} href={step.href}>
        {step.words}
      </Button>
    )
  }
  return (
    <Button {...look} {...hold} disabled={step.isDisabled} aria-busy={step.isBusy || undefined}>
      {step.isSigning === true ? <HoldWords>{step.words}</HoldWords> : <span>{step.words}</span>}
    </Button>
  )
}

/** Renders the words of the button with how to sign below them, and the progress of a hold. One press signs where the animation is off. */
function HoldWords({ children }: { children: string }): ReactElement {
  const { t } = useTranslation('contract')
  const signature = useStore($signature, { ssr: 'initial' })
  // Read below; another choice renders again.
  useStore($quick, { ssr: 'initial' })
  useStore($calm, { ssr: 'initial' })
  if (skipsAnimation()) return <span>{children}</span>
  return (
    <>
      <span className={styles.words}>
        <span>{children}</span>
        <span className={styles.hold} data-signature={signature} aria-hidden="true">
          <span className={styles.byHand}>{t('hold.hand')}</span>
          <span className={styles.byKey}>{t('hold.key')}</span>
        </span>
      </span>
      <span className={styles.progress} data-signature={signature} aria-hidden="true" />
    </>
  )
}
