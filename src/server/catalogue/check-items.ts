// Checks skins.json and prices.json: every item once, no price without an item. An item without a price is not sold.

import { ITEM_PRICE_MOST } from '../../game/base/economy.ts'
import { inEachLanguage } from '../../game/base/language.ts'
import { cents } from '../../game/base/money.ts'
import type { Item, Skin } from '../../game/catalogue/catalogue.ts'
import { itemId, marketHashName, variantsOf } from '../../game/catalogue/item.ts'
import { createNameCheck } from './check-names.ts'
import { type CheckedFile, readRecord, report, subjectOf } from './faults.ts'
import { priceRecord, type SkinRecord, skinRecord } from './records.ts'

export interface Items {
  readonly skins: ReadonlyMap<string, Skin>
  /** The items that have a price. */
  readonly items: ReadonlyMap<string, Item>
  /** The ids of all items of the skins, with a price or without. */
  readonly known: ReadonlySet<string>
  /** The ids of the items that prices.json leaves out: the market has no price of them that can be trusted. */
  readonly unpriced: ReadonlySet<string>
}

/** Creates the items of the skins and their prices; reports faults to the two files. */
export function checkItems(skinsFile: CheckedFile, pricesFile: CheckedFile): Items {
  const records = checkSkins(skinsFile)
  const prices = checkPrices(pricesFile)
  const skins = new Map<string, Skin>()
  const items = new Map<string, Item>()
  const known = new Set<string>()
  const unpriced = new Set<string>()
  for (const record of records.values()) {
    const { id, model, class: weaponClass, rarity, star, icon } = record
    const skin: Skin = { id, model, weaponClass, rarity, star, name: inEachLanguage(record.name), iconUrl: icon }
    skins.set(id, skin)
    for (const variant of variantsOf(record)) {
      const variantId = itemId(id, variant)
      known.add(variantId)
      const price = prices.get(variantId)
      if (price === undefined) unpriced.add(variantId)
      if (typeof price !== 'number') continue
      const name = marketHashName(skin, variant)
      items.set(variantId, { id: variantId, skin, ...variant, priceCents: cents(price), marketHashName: name })
    }
  }
  // A skin with a fault has unknown items: only its own fault is reported, not one for each item.
  if (skinsFile.faults.length === 0) {
    for (const id of prices.keys()) if (!known.has(id)) report(pricesFile, [id], `price of unknown item "${id}"`)
  }
  return { skins, items, known, unpriced }
}

/** Returns what a fault says of an item that is not sold, where something offers it. */
export function withoutPrice(id: string): string {
  return `item "${id}" has no price in prices.json`
}

function checkSkins(file: CheckedFile): Map<number, SkinRecord> {
  const records = new Map<number, SkinRecord>()
  const seen = new Set<string>()
  const checkName = createNameCheck(file)
  const { value: list } = file.json
  if (!Array.isArray(list)) report(file, [], 'a list of skins is expected')
  for (const [at, value] of Array.isArray(list) ? list.entries() : []) {
    const subject = subjectOf('skin', value, 'id', at)
    const record = readRecord(file, [at], skinRecord, subject)
    if (record === null) continue
    if (seen.has(record.id)) report(file, [at, 'id'], `${subject}: the id is taken by a skin above`)
    else {
      checkName([at], subject, record.name)
      records.set(at, record)
    }
    seen.add(record.id)
  }
  return records
}

/** Returns prices by item id; null for a wrong one, which is reported. */
function checkPrices(file: CheckedFile): Map<string, number | null> {
  const prices = new Map<string, number | null>()
  const { value: table } = file.json
  const isTable = typeof table === 'object' && table !== null && !Array.isArray(table)
  if (!isTable) report(file, [], 'a table of item ids and prices in cents is expected')
  for (const [id, value] of Object.entries(isTable ? table : {})) {
    const price = priceRecord.safeParse(value)
    if (!price.success) {
      report(
        file,
        [id],
        `item "${id}": the price must be a whole number of cents from 1 to ${ITEM_PRICE_MOST}, not ${JSON.stringify(value)}`,
      )
    }
    prices.set(id, price.success ? price.data : null)
  }
  return prices
}
