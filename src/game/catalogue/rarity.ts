// The seven rarities of CS2, their colours, and the level that the interface uses for order and glow.

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

/** The colours of the game, used for rarity only. */
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
 * Returns the rarity level of an item, 1 to 6 (specification, section 9): 6 for items with a star and covert knives; 1 for a
 * quality without a level.
 */
export function rarityLevel(item: { rarity: Rarity; star: boolean; knife?: boolean }): number {
  if (item.star || (item.knife === true && item.rarity === 'covert')) return 6
  return LEVELS[item.rarity] ?? 1
}
