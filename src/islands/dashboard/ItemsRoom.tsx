// What the player owns: to be chosen, and sold, played on or taken to Steam.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { $chosen, choose, clearChosen, toggleChosen } from '../../stores/own-items.ts'
import { InventoryPicker } from '../inventory/InventoryPicker.tsx'
import { WithdrawDialog } from '../withdrawal/WithdrawDialog.tsx'
import { ItemActions } from './ItemActions.tsx'
import styles from './items-room.module.css'
import { SellAllDialog } from './SellAllDialog.tsx'

type Asked = 'sell-all' | 'withdraw' | null

export function ItemsRoom(): ReactElement {
  const chosen = useStore($chosen)
  const [asked, setAsked] = useState<Asked>(null)
  // What was chosen before the tab was left may be gone.
  useEffect(() => clearChosen, [])
  return (
    <div className={styles.room}>
      <InventoryPicker selected={chosen} onToggle={toggleChosen} onAll={choose} isFull={false} />
      <ItemActions onSellAll={() => setAsked('sell-all')} onWithdraw={() => setAsked('withdraw')} />
      <WithdrawDialog items={asked === 'withdraw' ? [...chosen.values()] : []} onClose={() => setAsked(null)} />
      <SellAllDialog open={asked === 'sell-all'} onClose={() => setAsked(null)} />
    </div>
  )
}
