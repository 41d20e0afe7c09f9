// Parses and composes the English name of an item on Steam's market: '★ StatTrak™ Karambit
// Doppler (Factory New)'.
import type { Wear } from './catalogue.ts'

const STAR = '★ '
const STATTRAK = 'StatTrak™ '
const SEPARATOR = ' | '

/** Wears in market names, by their two letters. */
const WEAR_NAMES: Readonly<Record<Wear, string>> = {
  FN: 'Factory New',
  MW: 'Minimal Wear',
  FT: 'Field-Tested',
  WW: 'Well-Worn',
  BS: 'Battle-Scarred',
}

export interface ItemName {
  /** True for knives and gloves. */
  readonly star: boolean
  readonly stattrak: boolean
  /** The weapon: 'AK-47'. */
  readonly type: string
  /** The finish: 'Redline'; null for a knife without one. */
  readonly name: string | null
  readonly condition: Wear | null
}

/** Composes a market hash name; `parseItemName` returns the same parts. */
export function composeItemName({ star, stattrak, type, name, condition }: ItemName): string {
  const finish = name === null ? '' : `${SEPARATOR}${name}`
  const wear = condition === null ? '' : ` (${WEAR_NAMES[condition]})`
  return `${star ? STAR : ''}${stattrak ? STATTRAK : ''}${type}${finish}${wear}`
}

/**
 * Parses a market hash name. Parentheses without a wear belong to the name: 'M4A4
 * 龍王 (Dragon King)'. 'StatTrak' is accepted without ™ too.
 */
export function parseItemName(marketHashName: string): ItemName {
  let rest = marketHashName.trim()
  const star = rest.startsWith('★')
  if (star) rest = rest.slice(1).trimStart()
  const stattrak = /^StatTrak™?\s/.test(rest)
  if (stattrak) rest = rest.replace(/^StatTrak™?\s+/, '')
  const condition = wearAtEnd(rest)
  if (condition !== null) rest = rest.slice(0, -` (${WEAR_NAMES[condition]})`.length)
  const at = rest.indexOf(SEPARATOR)
  if (at === -1) return { star, stattrak, type: rest, name: null, condition }
  return { star, stattrak, type: rest.slice(0, at), name: rest.slice(at + SEPARATOR.length), condition }
}

function wearAtEnd(text: string): Wear | null {
  for (const [wear, name] of Object.entries(WEAR_NAMES)) if (text.endsWith(` (${name})`)) return wear as Wear
  return null
}
