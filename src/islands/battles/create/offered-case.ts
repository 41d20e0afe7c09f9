import type { Findable } from '../../../game/cases/case-find.ts'

/** A case that can be chosen for a battle, in the language of the page. */
export interface OfferedCase extends Findable {
  readonly name: string
  readonly image: string
}
