// What happens when a reward was claimed: its sound, and coins that fly to the balance.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PrizeView } from '../../../protocol/prize.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { flyToBalance } from '../../ui/money/fly-to-balance.ts'

/**
 * Plays the sound of a claim, and lets an amount fly to the balance from the element that the returned reference is set on.
 *
 * @param prize what was just claimed; null before the claim. A case that is opened has sounds of its own
 */
export function useClaim<Place extends HTMLElement>(prize: PrizeView | null): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const kind = prize?.kind
  // Before paint: the balance, which was set with the claim, must not start to count before the coins fly.
  useLayoutEffect(() => {
    if (kind === 'balance' || kind === 'item') play('claim')
    if (kind === 'balance') flyToBalance(place.current)
  }, [kind])
  return place
}
