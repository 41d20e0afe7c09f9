// The controls of the contract: filling and clearing the slots, the main button, and the actions on the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../game/economy.ts'
import { formatMoney } from '../../i18n/format.ts'
import {
  $contract,
  $filling,
  $placed,
  $preview,
  $slots,
  clearSlots,
  dismissUnanswered,
  fillWithCheapest,
  keep,
  loadPreview,
  placeWon,
  retry,
  sellWon,
  sign,
  skip,
} from '../../stores/games/contract.ts'
import { itemsIn, sumOf } from '../../stores/games/contract-slots.ts'
import { isBusyPhase } from '../../stores/games/game-run.ts'
import { $inventory } from '../../stores/inventory/inventory.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $user } from '../../stores/kernel/user.ts'
import { Button } from '../ui/Button.tsx'
import { GameAlert } from '../ui/GameAlert.tsx'
import { Prerendered } from '../ui/Prerendered.tsx'
import { singleClick } from '../ui/single-click.ts'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'
import { Status } from './Status.tsx'
import { ownsNothing } from './use-example.ts'

/** Renders the buttons that fill and clear the slots. */
export function Tools(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const contract = useStore($contract, { ssr: 'initial' })
  const placed = useStore($placed)
  const isFilling = useStore($filling, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const isBlocked = isBusyPhase(contract) || placed.size === CONTRACT_ITEMS.most || ownsNothing(inventory)
  const fill = async (): Promise<void> => {
    if (!(await fillWithCheapest())) toast('error', t('common:errors.offline'))
  }
  return (
    <div className={styles.tools}>
      <Button
        icon="sort"
        disabled={isBlocked}
        aria-busy={isFilling || undefined}
        onClick={singleClick(() => void fill())}
      >
        {t('tools.fill')}
      </Button>
      <Button icon="trash" disabled={isBusyPhase(contract) || placed.size === 0} onClick={singleClick(clearSlots)}>
        {t('tools.clear')}
      </Button>
    </div>
  )
}

/** Renders status, main button and result actions; on phones they stick to the bottom of the screen. */
export function Controls(): ReactElement {
  const { t } = useTranslation('contract')
  return (
    <section className={styles.bar} aria-label={t('controls')}>
      <GameAlert texts="contract" $run={$contract} keep={keep} dismissUnanswered={dismissUnanswered} />
      <ResultActions />
      <Status />
      <MainButton />
    </section>
  )
}

/** Signs, skips the animation, repeats an unanswered request, or closes the result. Always the same element, so that focus stays. */
function MainButton(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const contract = useStore($contract, { ssr: 'initial' })
  const slots = useStore($slots, { ssr: 'initial' })
  const preview = useStore($preview, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const look = { size: 'l', className: styles.main } as const
  if (contract.phase === 'playing') {
    return (
      <Button {...look} onClick={singleClick(skip)}>
        {t('skip')}
      </Button>
    )
  }
  if (contract.phase === 'offline') {
    const { asking } = contract
    return (
      <Button {...look} tone="signal" aria-busy={asking || undefined} onClick={singleClick(() => void retry())}>
        {t('offline.action')}
      </Button>
    )
  }
  if (contract.phase === 'result') {
    const isKept = contract.played.state === 'mine' || contract.played.state === 'selling'
    return (
      <Button {...look} tone="signal" onClick={singleClick(keep)}>
        {isKept ? t('common:actions.keep') : t('result.next')}
      </Button>
    )
  }
  if (user.status === 'guest') {
    return (
      <Button {...look} tone="signal" icon="steam" onClick={singleClick(() => void sign())}>
        {t('common:actions.signIn')}
      </Button>
    )
  }
  if (preview.status === 'failed') {
    return (
      <Button {...look} tone="signal" onClick={singleClick(() => void loadPreview())}>
        {t('results.retry')}
      </Button>
    )
  }
  const count = itemsIn(slots).length
  if (count === 0 && ownsNothing(inventory)) {
    return (
      <Button {...look} tone="signal" icon="cases" href="/">
        {t('toCases')}
      </Button>
    )
  }
  const missing = CONTRACT_ITEMS.least - count
  const isReady = preview.status === 'ready' || preview.status === 'loading'
  return (
    <Button
      {...look}
      tone="signal"
      disabled={!isReady}
      aria-busy={contract.phase === 'asking' || preview.status === 'loading' || undefined}
      onClick={singleClick(() => void sign())}
    >
      {missing > 0 ? t('missing', { count: missing }) : t('sign', { count, sum: formatMoney(sumOf(slots)) })}
    </Button>
  )
}

/**
 * Renders the buttons that sell the result or use it in the next contract. They take their place during the animation, so that the layout
 * does not shift after it.
 */
function ResultActions(): ReactElement | null {
  const contract = useStore($contract, { ssr: 'initial' })
  const isResult = contract.phase === 'result'
  if (contract.phase !== 'playing' && contract.phase !== 'result') return null
  const state = contract.phase === 'result' ? contract.played.state : 'mine'
  if (state === 'sold' || state === 'gone') return null
  return (
    <Prerendered isShown={isResult}>
      <Choices priceCents={contract.played.won.price} isSelling={state === 'selling'} />
    </Prerendered>
  )
}

function Choices({ priceCents, isSelling }: { priceCents: number; isSelling: boolean }): ReactElement {
  const { t } = useTranslation('contract')
  const settle = useSale()
  return (
    <div className={styles.after}>
      <Button
        icon="sell"
        loading={isSelling}
        onClick={singleClick((event) => void settle(sellWon(), event.currentTarget))}
      >
        {t('result.sell', { price: formatMoney(priceCents) })}
      </Button>
      <Button icon="contracts" disabled={isSelling} onClick={singleClick(placeWon)}>
        {t('result.again')}
      </Button>
    </div>
  )
}
