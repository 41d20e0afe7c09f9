// Which results deserve the long light.
import type { ItemView } from '../../contract/common.ts'
import { rarityLevel } from '../../game/rarity.ts'

const COVERT_LEVEL = 5

/** True for covert and above, and never for one that is worth less than what was paid for it; prices in cents. */
export function isRareMoment(won: { readonly item: ItemView; readonly price: number }, paid: number): boolean {
  const { item } = won
  const rare =
    item.rarity === 'contraband' || rarityLevel({ ...item, knife: item.weaponClass === 'knife' }) >= COVERT_LEVEL
  return rare && won.price >= paid
}
