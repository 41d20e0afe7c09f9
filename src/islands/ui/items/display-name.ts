// An item's name as players see it everywhere: '[ST] ★ Karambit' over 'Doppler'. The wear is shown beside it.
import { parseItemName } from '../../../game/item-name.ts'
import type { Language } from '../../../game/language.ts'
import type { ItemView } from '../../../protocol/common.ts'

type Named = Pick<ItemView, 'name' | 'star' | 'stattrak'>

export interface DisplayName {
  /** '[ST]' for StatTrak, a star for knives and gloves, the weapon: '[ST] AK-47'. Empty for a plain item without a finish. */
  readonly weapon: string
  /** The finish, e.g. 'Redline'; for a knife without one, the knife. */
  readonly finish: string
}

/** Returns the two lines of a name in a language. */
export function displayName(item: Named, language: Language): DisplayName {
  const { type, name } = parseItemName(item.name[language])
  const marks = [...(item.stattrak ? ['[ST]'] : []), ...(item.star ? ['★'] : [])]
  return name === null
    ? { weapon: marks.join(' '), finish: type }
    : { weapon: [...marks, type].join(' '), finish: name }
}

/** The most letters of a word, and of a line, that a small tile holds in two lines of its usual size. */
const USUAL_WORD = 12
const USUAL_LINE = 20

/** Tells whether a name has a word or a line that needs smaller letters on a tile. */
export function isLongName({ weapon, finish }: DisplayName): boolean {
  return [weapon, finish].some(
    (line) => line.length > USUAL_LINE || line.split(' ').some((word) => word.length > USUAL_WORD),
  )
}

/** Returns both lines in one, for titles, lists and screen readers: '[ST] ★ Karambit Doppler'. */
export function itemName(item: Named, language: Language): string {
  const { weapon, finish } = displayName(item, language)
  return weapon === '' ? finish : `${weapon} ${finish}`
}
