// Openings that cost the player nothing: the roll is drawn and bound to its odds like any other, and no money moves.
import { entryOfRoll } from '../../../game/cases/case.ts'
import type { CaseEntry, Item } from '../../../game/catalogue/catalogue.ts'
import { freeOddsText } from '../../../game/rewards/free-case.ts'
import type { Queries } from '../../db/database.ts'
import { type DrawnRoll, drawAndStoreRoll } from './play.ts'

/** What is opened: the tier of a free case, or the URL of a case whose opening was a reward. */
export interface FreeOpening {
  readonly reference: string
  readonly entries: readonly CaseEntry[]
  /** Of the catalogue that it is in. */
  readonly digest: string
}

/** Draws a roll with the player's next nonce; the caller gives the item by `winItem` under the roll's id. */
export async function rollFree(
  tx: Queries,
  playerId: number,
  { reference, entries, digest }: FreeOpening,
): Promise<{ readonly drawn: DrawnRoll; readonly item: Item }> {
  const odds = { text: freeOddsText(reference, entries), reference, digest }
  const drawn = await drawAndStoreRoll(tx, playerId, 'free_case', odds, null)
  return { drawn, item: entryOfRoll(entries, drawn.roll).item }
}
