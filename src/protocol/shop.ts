// The shop data that pages use while they render; the server passes it to them, so that they never import a service.
import type { CaseView, CategoryView } from './case.ts'
import type { Target } from './inventory.ts'

export interface Shop {
  /** Returns the categories in order, each with its cases. */
  categories(): readonly CategoryView[]
  /** Returns a case with its contents; undefined when there is none at that URL. */
  caseAt(url: string): CaseView | undefined
  /** Returns every item that games may give, cheapest first. */
  priceList(): readonly Target[]
}
