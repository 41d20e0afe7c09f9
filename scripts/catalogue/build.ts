// Builds the catalogue that comes with the project: skins, sandbox prices and cases, the same on every machine.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pricesText } from '../../src/server/catalogue/prices/price-files.ts'
import { featuredSkins, fillCases } from './cases.ts'
import { priceItems } from './prices.ts'
import { chooseSkins } from './skins.ts'
import { CATEGORIES } from './themes/categories.ts'
import { casesText, skinsText } from './write-records.ts'

/** Writes skins.json, prices.json and cases.json into a folder; returns how many of each there are. */
export async function buildCatalogue(folder: string): Promise<{ skins: number; items: number; cases: number }> {
  const skins = chooseSkins(featuredSkins())
  const prices = priceItems(skins)
  const cases = fillCases(skins, prices)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'skins.json'), skinsText(skins))
  await writeFile(join(folder, 'prices.json'), pricesText(prices))
  await writeFile(join(folder, 'cases.json'), casesText(CATEGORIES, cases))
  return { skins: skins.length, items: prices.size, cases: cases.length }
}
