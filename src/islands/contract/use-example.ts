// Whether the example is on show: for guests, and for players who own nothing yet.
import { useStore } from '@nanostores/react'
import { $docks, $results, $signing, itemsIn } from '../../stores/contract.ts'
import { $inventory, type Inventory } from '../../stores/inventory.ts'
import { $user } from '../../stores/user.ts'
import type { ContractExample } from './example.ts'

/** True when a player is known to own nothing: no filter hides an item. */
export function ownsNothing({ status, total, rarity, q }: Inventory): boolean {
  return status === 'ready' && total.count === 0 && rarity === null && q.trim() === ''
}

/** The example while there is nothing of the player's own to show, else null. */
export function useExample(example: ContractExample | null): ContractExample | null {
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const docks = useStore($docks, { ssr: 'initial' })
  const { phase } = useStore($signing, { ssr: 'initial' })
  const { status } = useStore($results, { ssr: 'initial' })
  if (user.status === 'guest') return example
  const isAtRest = status === 'none' && (phase === 'idle' || phase === 'refused') && itemsIn(docks).length === 0
  return user.status === 'authorised' && isAtRest && ownsNothing(inventory) ? example : null
}
