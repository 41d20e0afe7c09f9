// The cases that codes open: those that a new code may open, by their names, and the names of those that codes have.
import { inArray } from 'drizzle-orm'
import { LANGUAGES, type Localized } from '../../../../game/base/language.ts'
import { cents } from '../../../../game/base/money.ts'
import { createSearch } from '../../../../game/base/search.ts'
import type { Case } from '../../../../game/catalogue/catalogue.ts'
import { isSold } from '../../../../game/catalogue/sale-times.ts'
import { entriesMean } from '../../../../game/rewards/gift-cost.ts'
import type { PromoCaseView } from '../../../../protocol/office/promo.ts'
import type { LoadedCatalogue } from '../../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../../db/database.ts'
import { catalogueCases } from '../../../db/schema.ts'

/** How many cases a search shows. */
const FOUND_MOST = 8

type Loaded = Pick<LoadedCatalogue, 'catalogue'>

/** Returns a case that is sold now; undefined for another one. */
export function soldCase({ catalogue }: Loaded, url: string, nowMs: number): Case | undefined {
  const box = catalogue.cases.get(url)
  return box?.enabled === true && isSold(box.sale, nowMs) ? box : undefined
}

/** Finds cases that are sold now by their names, the cheapest first. */
export function findCases({ catalogue }: Loaded, q: string, nowMs: number): PromoCaseView[] {
  const sold = [...catalogue.cases.values()].filter((box) => box.enabled && isSold(box.sale, nowMs))
  const find = createSearch(sold, ({ name }) => LANGUAGES.map((language) => name[language]))
  const found = q === '' ? sold : [...find(q)]
  return found
    .toSorted((one, other) => one.priceCents - other.priceCents)
    .slice(0, FOUND_MOST)
    .map(({ url, name, priceCents: price, entries }) => ({
      url,
      name,
      price,
      mean: cents(Math.round(entriesMean(entries))),
    }))
}

/** Returns the names of cases that are or were in the catalogue. */
export async function caseNames(
  queries: Queries,
  rows: readonly { readonly caseUrl: string | null }[],
): Promise<ReadonlyMap<string, Localized>> {
  const urls = [...new Set(rows.flatMap(({ caseUrl }) => caseUrl ?? []))]
  if (urls.length === 0) return new Map()
  const found = await queries.select().from(catalogueCases).where(inArray(catalogueCases.url, urls))
  return new Map(found.map(({ url, view }) => [url, (view as { readonly name: Localized }).name]))
}
