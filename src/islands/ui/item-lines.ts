// An item's name in two lines.

import { parseItemName } from '../../game/item-name.ts'
import type { Language } from '../../game/language.ts'
import type { ItemView } from '../../protocol/common.ts'

export interface ItemLines {
  /** The weapon, e.g. 'AK-47'; knives and gloves have a star before it. */
  weapon: string
  /** The finish, e.g. 'Redline'; for a knife without one, the knife. */
  finish: string
}

/** Returns the two lines of a name in a language. */
export function itemLines(item: Pick<ItemView, 'name' | 'star'>, language: Language): ItemLines {
  const { type, name } = parseItemName(item.name[language])
  const star = item.star ? '★ ' : ''
  return name === null ? { weapon: star.trim(), finish: type } : { weapon: `${star}${type}`, finish: name }
}

/** Returns the whole name in a language, for screen readers: '★ StatTrak™ Karambit Doppler'. */
export function itemName(item: Pick<ItemView, 'name' | 'star' | 'stattrak'>, language: Language): string {
  const { type, name } = parseItemName(item.name[language])
  return [item.star ? '★' : null, item.stattrak ? 'StatTrak™' : null, type, name]
    .filter((part) => part !== null)
    .join(' ')
}
