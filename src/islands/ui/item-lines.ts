// An item's name as two lines, wherever an item is shown.
import type { ItemView } from '../../contract/common.ts'
import { parseItemName } from '../../game/item-name.ts'
import type { Language } from '../../game/language.ts'

export interface ItemLines {
  /** The weapon, small: 'AK-47'. A star stands before knives and gloves. */
  weapon: string
  /** The finish, in the colour of the rarity: 'Redline'; of a knife without one, the knife. */
  finish: string
}

/** The two lines of an item's name in a language. */
export function itemLines(item: Pick<ItemView, 'name' | 'star'>, language: Language): ItemLines {
  const { type, name } = parseItemName(item.name[language])
  const star = item.star ? '★ ' : ''
  return name === null ? { weapon: star.trim(), finish: type } : { weapon: `${star}${type}`, finish: name }
}

/** The whole name in a language, as it is read out: '★ StatTrak™ Karambit Doppler'. */
export function itemName(item: Pick<ItemView, 'name' | 'star' | 'stattrak'>, language: Language): string {
  const { type, name } = parseItemName(item.name[language])
  return [item.star ? '★' : null, item.stattrak ? 'StatTrak™' : null, type, name]
    .filter((part) => part !== null)
    .join(' ')
}
