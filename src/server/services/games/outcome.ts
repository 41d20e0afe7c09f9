// What a game has given, for a player whose page was left before it showed the result. Reads only.
import { z } from 'zod'
import type { OutcomeReply } from '../../../protocol/outcome.ts'
import type { KeyReader } from '../calls/idempotency.ts'
import type { Inventory } from '../inventory/inventory.ts'

/** Returns what the game under a player's key has given and the player still owns. */
export type OutcomeOf = (playerId: number, key: string) => Promise<Omit<OutcomeReply, 'success'>>

const dropSchema = z.object({ id: z.uuid().nullable() })

/** What the stored responses of games have in common: `drops` of openings, `drop` of all others, `won` of upgrades. */
const answerSchema = z.object({
  drops: z.array(dropSchema).default([]),
  drop: dropSchema.nullable().default(null),
  won: z.boolean().default(true),
})

/** Makes the reader of outcomes. */
export function createOutcomes({
  idempotency,
  inventory,
}: {
  idempotency: KeyReader
  inventory: Pick<Inventory, 'owned'>
}): OutcomeOf {
  return async (playerId, key) => {
    const found = await idempotency.find(playerId, key.toLowerCase())
    if (found.status !== 'done') return { status: found.status, won: [], lost: false }
    const { data } = answerSchema.safeParse(found.answer)
    // A key of another call, such as a sale, gave nothing.
    if (data === undefined) return { status: 'done', won: [], lost: false }
    const ids = [...data.drops, data.drop].flatMap((drop) => drop?.id ?? [])
    return { status: 'done', won: await inventory.owned(playerId, ids), lost: !data.won }
  }
}
