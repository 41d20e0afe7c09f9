// The items that a case can have, of the shop's own files: every wear of each skin, with its price.
import { inEachLanguage, type Localized, type Translated } from '../../../game/base/language.ts'
import type { Wear } from '../../../game/catalogue/catalogue.ts'
import { itemId, variantsOf } from '../../../game/catalogue/item.ts'
import type { Rarity } from '../../../game/catalogue/rarity.ts'

export interface ShopItem {
  readonly id: string
  readonly skin: string
  /** The game's short model name. */
  readonly model: string
  readonly name: Localized
  readonly star: boolean
  readonly stattrak: boolean
  readonly wear: Wear | null
  readonly rarity: Rarity
  readonly priceCents: number
  /** Whether nobody can win it until a person decides about its price. */
  readonly isHeld: boolean
}

export interface Items {
  /** Those that have a price, by id. */
  readonly byId: ReadonlyMap<string, ShopItem>
  /** The same, the dearest first. */
  readonly all: readonly ShopItem[]
}

/** The fields of a skin that are read (server/catalogue/records.ts). */
interface SkinRecord {
  readonly id: string
  readonly model: string
  readonly rarity: Rarity
  readonly star: boolean
  readonly name: Translated
  readonly wears: readonly Wear[]
  readonly stattrak: boolean
}

/** The texts of the files. The edition in force has no faults, so that they are read without a check. */
interface ItemFiles {
  readonly skins: string
  readonly prices: string
  readonly state: string
}

function itemsOf({ skins, prices, state }: ItemFiles): ShopItem[] {
  const priceOf = new Map(Object.entries(JSON.parse(prices) as Readonly<Record<string, number>>))
  const { held = {} } = JSON.parse(state) as { readonly held?: object }
  return (JSON.parse(skins) as readonly SkinRecord[]).flatMap((record) => {
    const name = inEachLanguage(record.name)
    return variantsOf(record).flatMap((variant): ShopItem[] => {
      const id = itemId(record.id, variant)
      const priceCents = priceOf.get(id)
      if (priceCents === undefined) return []
      const { id: skin, model, star, rarity } = record
      return [{ id, skin, model, name, star, rarity, ...variant, priceCents, isHeld: Object.hasOwn(held, id) }]
    })
  })
}

/** Reads the items of the shop's files. */
export function readItems(files: ItemFiles): Items {
  const all = itemsOf(files).sort((one, other) => other.priceCents - one.priceCents)
  return { all, byId: new Map(all.map((item) => [item.id, item])) }
}
