// The acts about letters. Their bodies hold texts; none of them ever becomes a proposal, which would keep them.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { LETTER_SUBJECTS } from '../../../game/letters/letters.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { letters } from '../../db/schema-letters.ts'
import { answerLetterIn, closeLetterIn, openLetterIn, type Written } from '../letters/staff-letters.ts'
import { lockLetter, unknownLetter } from '../letters/thread.ts'
import { defineAct, type Outcome, type Prospect } from './acts.ts'

const letterBody = z.object({ letterId: z.string(), last: z.string().optional() })

/** Returns the state of a letter, and who made the decision that it appeals against. Throws ProtocolError 'unknown'. */
export async function letterFacts(
  queries: Queries,
  letterId: string,
): Promise<{ readonly state: string; readonly deciders: readonly string[] }> {
  const [row] = await queries.select().from(letters).where(eq(letters.id, letterId))
  if (row === undefined) throw unknownLetter()
  return { state: row.state, deciders: row.appealedAt === null ? [] : row.deciderIds }
}

/** Refuses a picture as the office does: its screens have the words. */
export async function inOfficeWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RefusalError) throw new ProtocolError(409, error.code, `Refused: ${error.code}`)
    throw error
  }
}

async function about(tx: Queries, letterId: string, after: string): Promise<Prospect> {
  const { state, appealedAt, deciderIds } = await lockLetter(tx, letterId)
  return {
    kind: 'letter',
    subject: letterId,
    state,
    deciders: appealedAt === null ? [] : deciderIds,
    difference: [{ field: 'state', before: state, after }],
    entries: [],
  }
}

/** The player's open pages show the notification after the commit. */
const outcomeOf = ({ letterId, notice }: Written): Outcome => ({
  letter: letterId,
  announce: (events) => {
    if (notice !== null) events.emit('notification', notice)
  },
})

export const letterOpen = defineAct({
  verb: 'letters.open',
  body: z.object({
    playerId: z.int(),
    about: z.object({ kind: z.enum(LETTER_SUBJECTS), id: z.string() }),
    text: z.string(),
  }),
  look: async (_tx, { playerId }) => ({
    kind: 'letter',
    subject: String(playerId),
    difference: [{ field: 'state', before: null, after: 'answered' }],
    entries: [],
  }),
  run: async (tx, body, { by }) => outcomeOf(await openLetterIn(tx, { ...body, by })),
})

export const letterAnswer = defineAct({
  verb: 'letters.answer',
  body: letterBody.extend({ text: z.string(), pictures: z.array(z.string()) }),
  look: (tx, { letterId }) => about(tx, letterId, 'answered'),
  run: async (tx, body, { by }) => outcomeOf(await inOfficeWords(answerLetterIn(tx, { ...body, by }))),
})

export const letterClose = defineAct({
  verb: 'letters.close',
  body: letterBody.extend({ text: z.string().optional() }),
  look: (tx, { letterId }) => about(tx, letterId, 'closed'),
  run: async (tx, { letterId, last, text }, { by }) => outcomeOf(await closeLetterIn(tx, { letterId, last, text, by })),
})
