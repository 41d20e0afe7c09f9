// An item's name as players see it everywhere: '[ST] ★ Karambit' over 'Doppler'. The wear is shown beside it.
import type { Language, Localized } from '../base/language.ts'
import type { Wear } from './catalogue.ts'
import { parseItemName } from './item-name.ts'

interface Named {
  /** 'AK-47 | Redline' in each language, without star, StatTrak and wear. */
  readonly name: Localized
  readonly star: boolean
  readonly stattrak: boolean
}

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

/** The most letters of a word, and of a line, that a tile holds in two lines of its usual size. */
const USUAL_WORD = 11
const USUAL_LINE = 18

/** The most letters of a word that a tile holds in smaller letters. A longer one is in the smallest. */
const LONG_WORD = 12

/** Returns how long a name is for a tile, which writes long ones in smaller letters; undefined for the usual ones. */
export function nameLength({ weapon, finish }: DisplayName): 'long' | 'longest' | undefined {
  const word = Math.max(...`${weapon} ${finish}`.split(' ').map(({ length }) => length))
  if (word > LONG_WORD) return 'longest'
  return word > USUAL_WORD || Math.max(weapon.length, finish.length) > USUAL_LINE ? 'long' : undefined
}

/** Returns both lines in one, for titles, lists and screen readers: '[ST] ★ Karambit Doppler'. */
export function itemName(item: Named, language: Language): string {
  const { weapon, finish } = displayName(item, language)
  return weapon === '' ? finish : `${weapon} ${finish}`
}

/** Returns the name with its wear, where nothing beside it shows one: 'AK-47 Redline (FT)'. */
export function wornItemName(item: Named & { readonly wear: Wear | null }, language: Language): string {
  const name = itemName(item, language)
  return item.wear === null ? name : `${name} (${item.wear})`
}
