// The controls of the contract: filling and clearing the slots, and the actions on the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { OwnedItem } from '../../../protocol/inventory.ts'
import {
  $contract,
  $filling,
  $placed,
  clearSlots,
  dismissUnanswered,
  fillWithCheapest,
  keep,
  placeWon,
  sellWon,
} from '../../../stores/games/contract.ts'
import { isBusyPhase } from '../../../stores/games/game-run.ts'
import { $inventory } from '../../../stores/inventory/inventory.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { Prerendered } from '../../ui/motion/Prerendered.tsx'
import { GameAlert } from '../parts/GameAlert.tsx'
import { AfterSale, ResultActions } from '../parts/ResultActions.tsx'
import styles from './controls.module.css'
import { MainButton } from './MainButton.tsx'
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
    <section id="game" tabIndex={-1} className={styles.bar} aria-label={t('controls')} data-dock="">
      <GameAlert texts="contract" $run={$contract} keep={keep} dismissUnanswered={dismissUnanswered} />
      <ContractActions />
      <Status />
      <MainButton />
    </section>
  )
}

/**
 * Renders the buttons that sell, use or keep the result. They take their place during the animation, so that the layout
 * does not shift after it.
 */
function ContractActions(): ReactElement | null {
  const contract = useStore($contract, { ssr: 'initial' })
  const isResult = contract.phase === 'result'
  if (contract.phase !== 'playing' && contract.phase !== 'result') return null
  const state = contract.phase === 'result' ? contract.played.state : 'mine'
  if (state === 'gone') return null
  if (state === 'sold') return <AfterSale className={styles.after} cents={contract.played.won.price} />
  return (
    <Prerendered isShown={isResult}>
      <Choices won={contract.played.won} isSelling={state === 'selling'} />
    </Prerendered>
  )
}

function Choices({ won, isSelling }: { won: OwnedItem; isSelling: boolean }): ReactElement {
  const { t } = useTranslation('contract')
  const settle = useSale()
  return (
    <ResultActions
      className={styles.after}
      isSelling={isSelling}
      sellWords={t('result.sell', { price: formatMoney(won.price) })}
      onSell={(button) => void settle(sellWon(), button)}
      upgrade={[won]}
      contract={placeWon}
      onKeep={keep}
    />
  )
}
