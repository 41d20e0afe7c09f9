// An opening that the house pays: the roll is drawn and bound to its odds like any other, and no money moves.
import { entryOfRoll } from '../../game/case.ts'
import type { CaseEntry, Item } from '../../game/catalogue.ts'
import { freeOddsText } from '../../game/free-case.ts'
import type { Queries } from '../db/database.ts'
import { type Drawn, drawAndKeep } from './game-turn.ts'

/** What is opened: the tier of a free case, or the address of a case whose opening was a reward. */
export interface FreeOpening {
  readonly reference: string
  readonly entries: readonly CaseEntry[]
}

/** Draws with the player's next nonce; the caller gives the item (`winItem`), which has the id of the roll. */
export async function rollFree(
  tx: Queries,
  playerId: number,
  { reference, entries }: FreeOpening,
): Promise<{ readonly drawn: Drawn; readonly item: Item }> {
  const drawn = await drawAndKeep(tx, playerId, 'free_case', { text: freeOddsText(reference, entries), reference })
  return { drawn, item: entryOfRoll(entries, drawn.roll).item }
}
