// Decides whether the example is shown: for guests, and for players without items.
import { useStore } from '@nanostores/react'
import { $contract, $preview, $slots } from '../../../stores/games/contract.ts'
import { itemsIn } from '../../../stores/games/contract-slots.ts'
import { $inventory, type Inventory } from '../../../stores/inventory/inventory.ts'
import { $user } from '../../../stores/kernel/user.ts'
import type { ContractExample } from './example.ts'

/** Tells whether a player is known to have no items; a filter may only hide them. */
export function ownsNothing({ status, total, rarity, q }: Inventory): boolean {
  return status === 'ready' && total.count === 0 && rarity === null && q.trim() === ''
}

/** Returns the example while the player has nothing of their own to show, else null. */
export function useExample(example: ContractExample | null): ContractExample | null {
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const slots = useStore($slots, { ssr: 'initial' })
  const { phase } = useStore($contract, { ssr: 'initial' })
  const { status } = useStore($preview, { ssr: 'initial' })
  if (user.status === 'guest') return example
  const isAtRest = status === 'none' && (phase === 'idle' || phase === 'refused') && itemsIn(slots).length === 0
  return user.status === 'authorised' && isAtRest && ownsNothing(inventory) ? example : null
}
