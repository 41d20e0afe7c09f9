// The seven rarities of CS2, their colours, and the level that the interface sorts and lights by.

export const RARITIES = [
  'consumer',
  'industrial',
  'mil-spec',
  'restricted',
  'classified',
  'covert',
  'contraband',
] as const

export type Rarity = (typeof RARITIES)[number]

/** Colours as the game shows them, used for rarity alone. */
export const RARITY_COLOURS: Readonly<Record<Rarity, string>> = {
  consumer: '#b0c3d9',
  industrial: '#5e98d9',
  'mil-spec': '#4b69ff',
  restricted: '#8847ff',
  classified: '#d32ce6',
  covert: '#eb4b4b',
  contraband: '#e4ae39',
}

const LEVELS: Readonly<Partial<Record<Rarity, number>>> = {
  industrial: 1,
  'mil-spec': 2,
  restricted: 3,
  classified: 4,
  covert: 5,
}

/**
 * The rarity level of an item, 1 to 6 (specification, section 9): a star, or a knife that is covert, is 6; a quality without
 * a level of its own is 1.
 */
export function rarityLevel(item: { rarity: Rarity; star: boolean; knife?: boolean }): number {
  if (item.star || (item.knife === true && item.rarity === 'covert')) return 6
  return LEVELS[item.rarity] ?? 1
}
