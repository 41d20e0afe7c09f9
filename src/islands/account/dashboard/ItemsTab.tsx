// The player's items, to be selected and then sold, played or withdrawn.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import type { ItemView } from '../../../protocol/common.ts'
import type { OwnedItem } from '../../../protocol/inventory.ts'
import {
  $selected,
  clearSelection,
  selectItems,
  toggleSelected,
} from '../../../stores/inventory/inventory-selection.ts'
import { InventoryPicker } from '../../inventory/InventoryPicker.tsx'
import { PriceDetails } from '../../inventory/PriceDetails.tsx'
import { WithdrawDialog } from '../../withdrawal/WithdrawDialog.tsx'
import { ItemActions } from './ItemActions.tsx'
import styles from './items-tab.module.css'
import { SellAllDialog } from './SellAllDialog.tsx'

type OpenDialog = 'sell-all' | 'withdraw' | null

/** Returns the selected items, those of one kind once: they have one price. */
function distinctItems(chosen: ReadonlyMap<string, OwnedItem>): ItemView[] {
  return [...new Map([...chosen.values()].map(({ item }) => [item.id, item])).values()]
}

export function ItemsTab(): ReactElement {
  const chosen = useStore($selected)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  // Items that were selected before the tab was left may be gone.
  useEffect(() => clearSelection, [])
  return (
    <div className={styles.content}>
      <InventoryPicker selected={chosen} onToggle={toggleSelected} onAll={selectItems} />
      <PriceDetails items={distinctItems(chosen)} />
      <ItemActions onSellAll={() => setDialog('sell-all')} onWithdraw={() => setDialog('withdraw')} />
      <WithdrawDialog items={dialog === 'withdraw' ? [...chosen.values()] : []} onClose={() => setDialog(null)} />
      <SellAllDialog open={dialog === 'sell-all'} onClose={() => setDialog(null)} />
    </div>
  )
}
