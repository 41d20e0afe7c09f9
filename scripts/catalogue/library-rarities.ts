// The rarities of the item library as it has them, uncorrected: to be compared with a catalogue.
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { RARITIES, RARITY_COLOURS, type Rarity } from '../../src/game/catalogue/rarity.ts'

/** The English names alone: the library's own entrance to its translations loads all 28 languages, for half a minute. */
const ENGLISH = new URL('../../node_modules/@ianlucas/cs2-lib/dist/translations/english.mjs', import.meta.url)

const translations = z.object({ english: z.record(z.string(), z.object({ name: z.string() })) })

/** Returns the rarities of skins by their English names; null where the library, a development dependency, is not installed. */
export async function libraryRarities(): Promise<ReadonlyMap<string, ReadonlySet<Rarity>> | null> {
  if (!existsSync(ENGLISH)) return null
  const { CS2_ITEMS } = await import('@ianlucas/cs2-lib')
  const { english } = translations.parse(await import(ENGLISH.href))
  const rarities = new Map<string, Set<Rarity>>()
  for (const { id, model, rarity: colour } of CS2_ITEMS) {
    const name = english[id]?.name.trim()
    const rarity = RARITIES.find((one) => RARITY_COLOURS[one] === colour)
    if (name === undefined || model === undefined || rarity === undefined) continue
    rarities.set(name, (rarities.get(name) ?? new Set()).add(rarity))
  }
  return rarities
}
