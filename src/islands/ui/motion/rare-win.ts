// Tells rare wins, which have a longer animation.

import { rarityLevel } from '../../../game/catalogue/rarity.ts'
import type { ItemView } from '../../../protocol/common.ts'

const COVERT_LEVEL = 5

/** Tells whether a win is covert or above and worth at least what was paid for it; prices in cents. */
export function isRareWin(won: { readonly item: ItemView; readonly price: number }, paid: number): boolean {
  const { item } = won
  const rare =
    item.rarity === 'contraband' || rarityLevel({ ...item, knife: item.weaponClass === 'knife' }) >= COVERT_LEVEL
  return rare && won.price >= paid
}
