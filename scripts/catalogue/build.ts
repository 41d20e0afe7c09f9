// Builds the catalogue that comes with the project: skins and cases, the same on every machine for the same prices.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { priceRecord } from '../../src/server/catalogue/records.ts'
import { featuredSkins, fillCases } from './cases.ts'
import { chooseSkins } from './skins.ts'
import { CATEGORIES } from './themes/categories.ts'
import { casesText, skinsText } from './write-records.ts'

/**
 * Writes skins.json and cases.json into a folder, from the prices.json that is there; returns how many of each there are.
 *
 * @throws Error when prices.json is missing or has another shape
 */
export async function buildCatalogue(folder: string): Promise<{ skins: number; items: number; cases: number }> {
  const text = await readFile(join(folder, 'prices.json'), 'utf8')
  const prices = new Map(Object.entries(z.record(z.string(), priceRecord).parse(JSON.parse(text))))
  const skins = chooseSkins(featuredSkins())
  const cases = fillCases(skins, prices)
  await writeFile(join(folder, 'skins.json'), skinsText(skins))
  await writeFile(join(folder, 'cases.json'), casesText(CATEGORIES, cases))
  return { skins: skins.length, items: prices.size, cases: cases.length }
}
