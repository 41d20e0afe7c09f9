// The state of the room Switches, in its address.
import { definedOnly, wordsOf } from '../../session/search.ts'

export interface SwitchesSearch {
  /** The selected switch. */
  readonly name?: string | undefined
}

export function parseSwitchesSearch(search: Readonly<Record<string, unknown>>): SwitchesSearch {
  return definedOnly<SwitchesSearch>({ name: wordsOf(search.name, 90) })
}
