// The shop data that pages use while they render; the server passes it to them, so that they never import a service.
import type { CaseBadge, CaseCount } from '../game/cases/case-badges.ts'
import type { CaseContents } from '../game/cases/case-find.ts'
import type { CaseView, CategoryView } from './case.ts'
import type { Target } from './inventory.ts'

export interface Shop {
  /** Returns the categories in order, each with its cases. */
  categories(): readonly CategoryView[]
  /** Returns a case with its contents; undefined when there is none at that URL. */
  caseAt(url: string): CaseView | undefined
  /** Returns the skins that cases contain, for searches. */
  contents(): CaseContents
  /** Returns what was counted of a case, and its badges. */
  countOf(url: string): CaseCount & { readonly badges: readonly CaseBadge[] }
  /** Returns every item that games may give, cheapest first. */
  priceList(): readonly Pick<Target, 'item' | 'price'>[]
}
