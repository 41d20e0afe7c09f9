// What pages may ask of the shop while they render; the server hands it to them, so that they never import a service.
import type { CaseView, CategoryView } from './case.ts'
import type { Target } from './inventory.ts'

export interface Shop {
  /** Categories in order, each with its cases. */
  categories(): readonly CategoryView[]
  /** A case with its contents, or undefined when there is none at that address. */
  caseAt(url: string): CaseView | undefined
  /** Every item that games may give, the cheapest first. */
  priceList(): readonly Target[]
}
