// What players read as the rarity of an item.
import type { Rarity } from '../../../game/catalogue/rarity.ts'
import type { ShownItem } from '../../../protocol/common.ts'

/** Returns the text key of a rarity: the game calls gloves extraordinary where it calls knives and weapons covert. */
export function rarityKey({
  rarity,
  weaponClass,
}: Pick<ShownItem, 'rarity' | 'weaponClass'>): `rarity.${Rarity | 'extraordinary'}` {
  return rarity === 'covert' && weaponClass === 'gloves' ? 'rarity.extraordinary' : `rarity.${rarity}`
}
