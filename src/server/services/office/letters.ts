// Reads letters for the staff: lists over an index for each filter, and a thread.
import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { LettersQuery, OfficeLetter, OfficeLettersReply, OfficeThread } from '../../../protocol/office/letters.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { players } from '../../db/schema.ts'
import { letterMessages, letters } from '../../db/schema-letters.ts'
import { staff } from '../../db/schema-office.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { isDecided, lastMessages, picturesOf, unknownLetter } from '../letters/thread.ts'

/** The most letters of a player on their page. */
const OF_PLAYER_MOST = 20

/** Returns the condition of a query but for its cursor. */
function conditionOf({ state, mine, kind, appeal }: LettersQuery, staffId: string): SQL | undefined {
  return and(
    hasState(letters.state, state),
    mine === undefined ? undefined : eq(letters.staffId, staffId),
    kind === undefined ? undefined : eq(letters.aboutKind, kind),
    appeal === undefined ? undefined : isNotNull(letters.appealedAt),
  )
}

/** Returns the condition that a letter follows a cursor. */
function follows(cursor: string | undefined, isOldestFirst: boolean): SQL | undefined {
  if (cursor === undefined) return undefined
  const [at, id] = cursor.split('_')
  const after = sql`(${new Date(Number(at)).toISOString()}::timestamptz, ${id}::uuid)`
  const place = sql`(${letters.since}, ${letters.id})`
  return isOldestFirst ? sql`${place} > ${after}` : sql`${place} < ${after}`
}

const selectLetters = (queries: Queries) =>
  queries
    .select({ row: letters, username: players.username, staffName: staff.name })
    .from(letters)
    .innerJoin(players, eq(players.id, letters.playerId))
    .leftJoin(staff, eq(staff.id, letters.staffId))

type Selected = Awaited<ReturnType<typeof selectLetters>>[number]

function viewOf({ row, username, staffName }: Selected, excerpt: string): OfficeLetter {
  return {
    id: row.id,
    player: { id: row.playerId, username },
    about: { kind: row.aboutKind, id: row.aboutId ?? String(row.playerId) },
    state: row.state,
    openedBy: row.openedBy,
    openedAt: row.openedAt.getTime(),
    since: row.since.getTime(),
    isAppeal: row.appealedAt !== null,
    isSettled: row.state === 'closed' && !isDecided(row),
    staff: row.staffId === null ? null : { id: row.staffId, name: staffName ?? '' },
    excerpt,
  }
}

async function viewsOf(queries: Queries, rows: readonly Selected[]): Promise<OfficeLetter[]> {
  const last = await lastMessages(
    queries,
    rows.map(({ row }) => row.id),
  )
  return rows.map((row) => viewOf(row, last.get(row.row.id)?.text ?? ''))
}

/** Returns a page of letters: those that wait longest first, of the others the newest. */
export async function readLetters(
  { queries }: Database,
  query: LettersQuery,
  staffId: string,
): Promise<OfficeLettersReply> {
  const isOldestFirst = query.state === 'waiting'
  const order = isOldestFirst ? asc : desc
  const rows = await selectLetters(queries)
    .where(and(conditionOf(query, staffId), follows(query.cursor, isOldestFirst)))
    .orderBy(order(letters.since), order(letters.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ row }) => `${row.since.getTime()}_${row.id}`)
  return { letters: await viewsOf(queries, page.rows), cursor: page.cursor }
}

/** Returns the newest letters of a player. */
export async function lettersOfPlayer({ queries }: Database, playerId: number): Promise<OfficeLetter[]> {
  const rows = await selectLetters(queries)
    .where(eq(letters.playerId, playerId))
    .orderBy(desc(letters.id))
    .limit(OF_PLAYER_MOST)
  return viewsOf(queries, rows)
}

/** Returns a letter with all that was written. Throws ProtocolError 'unknown'. */
export async function readThread({ queries }: Database, id: string, staffId: string): Promise<OfficeThread> {
  const [found] = await selectLetters(queries).where(eq(letters.id, id))
  if (found === undefined) throw unknownLetter()
  const messages = await queries
    .select({ message: letterMessages, staffName: staff.name })
    .from(letterMessages)
    .leftJoin(staff, eq(staff.id, letterMessages.staffId))
    .where(eq(letterMessages.letterId, id))
    .orderBy(asc(letterMessages.id))
  const pictures = await picturesOf(queries, id)
  const { appealedAt, deciderIds } = found.row
  return {
    ...viewOf(found, messages.at(-1)?.message.text.slice(0, 160) ?? ''),
    messages: messages.map(({ message, staffName }) => ({
      id: message.id,
      author: message.author,
      staff: staffName,
      kind: message.kind,
      text: message.text,
      at: message.at.getTime(),
      pictures: pictures.get(message.id) ?? [],
    })),
    hasDecided: appealedAt !== null && deciderIds.includes(staffId),
  }
}
