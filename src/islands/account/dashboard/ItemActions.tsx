// The actions on the selected items: sell, upgrade, contract, withdraw; without a selection, selling all items.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS, UPGRADE_ITEMS_MOST } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { $inventory } from '../../../stores/inventory/inventory.ts'
import {
  $selected,
  $selectedSum,
  $selling,
  clearSelection,
  sellSelected,
} from '../../../stores/inventory/inventory-selection.ts'
import { type HandoffTarget, handOffItems } from '../../../stores/inventory/item-handoff.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import iconButton from '../../ui/controls/icon-button.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './items-tab.module.css'

interface ItemActionsProps {
  onSellAll(): void
  onWithdraw(): void
}

export function ItemActions({ onSellAll, onWithdraw }: ItemActionsProps): ReactElement {
  const { size } = useStore($selected)
  return (
    <div className={styles.actions} data-chosen={size === 0 ? undefined : ''} data-dock={size === 0 ? undefined : ''}>
      {size === 0 ? <SelectionHint onSellAll={onSellAll} /> : <SelectionActions onWithdraw={onWithdraw} />}
    </div>
  )
}

function SelectionHint({ onSellAll }: Pick<ItemActionsProps, 'onSellAll'>): ReactElement {
  const { t } = useTranslation('dashboard')
  const { items } = useStore($inventory)
  return (
    <>
      <p className={styles.words}>{t('items.hint')}</p>
      <div className={styles.buttons} data-single="">
        <Button icon="sell" disabled={items.length === 0} onClick={onSellAll} aria-haspopup="dialog">
          {t('items.sellAll')}
        </Button>
      </div>
    </>
  )
}

function SelectionActions({ onWithdraw }: Pick<ItemActionsProps, 'onWithdraw'>): ReactElement {
  const { t } = useTranslation('dashboard')
  const { size: count } = useStore($selected)
  const sum = formatMoney(useStore($selectedSum))
  const isSelling = useStore($selling)
  const settle = useSale()
  const isTooMany = count > UPGRADE_ITEMS_MOST
  return (
    <>
      <p className={styles.words} role="status">
        <strong>{t('items.chosen', { count, sum })}</strong>
        {isTooMany ? (
          <span>{t('items.most', { upgrade: UPGRADE_ITEMS_MOST, contract: CONTRACT_ITEMS.most })}</span>
        ) : null}
      </p>
      <div className={styles.buttons}>
        <Button
          tone="signal"
          icon="sell"
          loading={isSelling}
          onClick={(event) => void settle(sellSelected(), event.currentTarget)}
        >
          {t('items.sell', { sum })}
        </Button>
        <GameButton to="upgrade" href="/upgrade" icon="upgrade" most={UPGRADE_ITEMS_MOST} />
        <GameButton to="contract" href="/contracts" icon="contracts" most={CONTRACT_ITEMS.most} />
        <Button icon="steam" disabled={isSelling} onClick={onWithdraw} aria-haspopup="dialog">
          {t('items.withdraw')}
        </Button>
      </div>
      <button
        type="button"
        className={classes(iconButton.button, styles.clear)}
        onClick={clearSelection}
        aria-label={t('items.clear')}
      >
        <Icon name="close" size={18} />
      </button>
    </>
  )
}

interface GameButtonProps {
  readonly to: HandoffTarget
  readonly href: string
  readonly icon: string
  /** The most items that the game takes. */
  readonly most: number
}

/** Opens a game with the selected items. */
function GameButton({ to, href, icon, most }: GameButtonProps): ReactElement {
  const { t } = useTranslation('dashboard')
  const chosen = useStore($selected)
  const isSelling = useStore($selling)
  if (isSelling || chosen.size > most) {
    return (
      <Button icon={icon} disabled>
        {t(`items.to.${to}`)}
      </Button>
    )
  }
  return (
    <Button icon={icon} href={href} onClick={() => handOffItems(to, [...chosen.values()])}>
      {t(`items.to.${to}`)}
    </Button>
  )
}
