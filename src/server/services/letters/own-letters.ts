// Letters as their player sees them: opening one, answering, the one appeal, reading.
import { and, asc, desc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import { APPEAL_DAYS, LETTER_LIMITS, noAppeal } from '../../../game/letters/letters.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { Letter, LetterThread, OpenLetterBody, WriteLetterBody } from '../../../protocol/letters.ts'
import { leastIdAt, newId, timeOfId } from '../../base/ids.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { lacksState } from '../../db/has-state.ts'
import { catalogueItems, items } from '../../db/schema.ts'
import { letterMessages, letters } from '../../db/schema-letters.ts'
import { orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { PAGE_LIMIT, pageOf } from '../calls/page.ts'
import { lockPlayer } from '../calls/player.ts'
import { storeResponse } from '../rolls/play.ts'
import { attachPictures } from './pictures.ts'
import {
  addMessage,
  decidersOf,
  hasOther,
  isDecided,
  type LetterAbout,
  type LetterRow,
  lastMessages,
  lockLetter,
  lockOpenLetter,
  picturesOf,
  subjectId,
  subjectOf,
  unknownLetter,
} from './thread.ts'

const DAY_MS = 86_400_000

/** Throws where a player has written as much as they may in 24 hours. */
async function assertMore(tx: Queries, playerId: number, nowMs: number): Promise<void> {
  const ofDay = and(
    eq(letterMessages.playerId, playerId),
    gte(letterMessages.id, leastIdAt(nowMs - DAY_MS)),
    eq(letterMessages.author, 'player'),
  )
  const most = LETTER_LIMITS.messagesOfDay
  if ((await tx.$count(letterMessages, ofDay)) >= most) throw new RefusalError('letters-day', {}, { most })
}

/** Throws where a player has opened as many letters that are not closed as they may. */
async function assertNotMany(tx: Queries, playerId: number): Promise<void> {
  const open = and(eq(letters.playerId, playerId), eq(letters.openedBy, 'player'), lacksState(letters.state, 'closed'))
  const most = LETTER_LIMITS.open
  if ((await tx.$count(letters, open)) >= most) throw new RefusalError('letters-open', {}, { most })
}

/** Throws where what a letter is about was appealed against before. */
async function assertFirstAppeal(tx: Queries, aboutId: string | null): Promise<void> {
  if (aboutId === null) return
  const before = and(eq(letters.aboutId, aboutId), isNotNull(letters.appealedAt))
  if ((await tx.$count(letters, before)) > 0) throw new RefusalError('letter-appealed')
}

/** Adds what a player wrote, with its pictures; the letter waits for the shop from then on, or goes on waiting. */
async function write(
  tx: Queries,
  letter: Pick<LetterRow, 'id' | 'playerId' | 'state'>,
  { text, pictures }: WriteLetterBody,
  appeal: { readonly deciderIds: string[] } | null = null,
): Promise<string> {
  const { id, playerId, state } = letter
  const kind = appeal === null ? 'message' : 'appeal'
  const message = await addMessage(tx, letter, { author: 'player', staffId: null, kind, text })
  await attachPictures(tx, playerId, pictures, { letterId: id, message })
  await tx
    .update(letters)
    .set({
      state: 'waiting',
      ...(state === 'waiting' ? {} : { since: message.at }),
      ...(appeal === null ? {} : { ...appeal, appealedAt: message.at, since: message.at }),
    })
    .where(and(eq(letters.id, id), eq(letters.playerId, playerId)))
  return id
}

/** Begins a letter of a player. */
async function begin(
  tx: Queries,
  playerId: number,
  about: LetterAbout,
): Promise<Pick<LetterRow, 'id' | 'playerId' | 'state'>> {
  await assertNotMany(tx, playerId)
  const id = newId()
  const at = new Date(timeOfId(id))
  await tx.insert(letters).values({
    id,
    playerId,
    aboutKind: about.kind,
    aboutId: subjectId(about),
    state: 'waiting',
    openedBy: 'player',
    openedAt: at,
    since: at,
  })
  return { id, playerId, state: 'waiting' }
}

/** Opens a letter, or goes on with the one about the same thing. */
async function open(tx: Queries, playerId: number, body: OpenLetterBody, nowMs: number): Promise<string> {
  const { kind, id } = body.about
  if (kind !== 'player' && id === null) throw new ProtocolError(400, 'invalid', 'body/about/id: which one is missing')
  const about: LetterAbout = { kind, id: id ?? String(playerId) }
  await lockPlayer(tx, playerId)
  await assertMore(tx, playerId, nowMs)
  const subject = await subjectOf(tx, playerId, about)
  const existing = await lockOpenLetter(tx, about)
  if (!body.appeal || (existing !== undefined && existing.appealedAt !== null)) {
    return write(tx, existing ?? (await begin(tx, playerId, about)), body)
  }
  if (kind !== 'withdrawal' || subject?.state !== 'refused') throw new RefusalError('letter-open')
  await assertFirstAppeal(tx, id)
  if (nowMs - subject.changedAt.getTime() > APPEAL_DAYS * DAY_MS) {
    throw new RefusalError('letter-late', {}, { days: APPEAL_DAYS })
  }
  const deciderIds = await decidersOf(tx, { aboutKind: kind, aboutId: id, deciderIds: [] })
  if (!(await hasOther(tx, deciderIds))) throw new RefusalError('letter-nobody')
  return write(tx, existing ?? (await begin(tx, playerId, about)), body, { deciderIds })
}

async function answer(
  tx: Queries,
  playerId: number,
  id: string,
  body: WriteLetterBody,
  nowMs: number,
): Promise<string> {
  await lockPlayer(tx, playerId)
  const letter = await lockLetter(tx, id, playerId)
  await assertMore(tx, playerId, nowMs)
  if (letter.state === 'closed') throw new RefusalError('letter-closed')
  return write(tx, letter, body)
}

/** Closes a letter of a player, who says that it is settled. One that is closed already stays as it is. */
async function settle(tx: Queries, playerId: number, id: string): Promise<string> {
  await lockPlayer(tx, playerId)
  const letter = await lockLetter(tx, id, playerId)
  if (letter.state === 'closed') return id
  await tx
    .update(letters)
    .set({ state: 'closed', since: new Date(timeOfId(newId())), appealStaffId: null })
    .where(and(eq(letters.id, id), eq(letters.playerId, playerId)))
  return id
}

/** The refusal of an appeal for each reason against it. */
const REFUSALS = {
  open: 'letter-open',
  appealed: 'letter-appealed',
  late: 'letter-late',
  nobody: 'letter-nobody',
} as const

async function appeal(
  tx: Queries,
  playerId: number,
  id: string,
  body: WriteLetterBody,
  nowMs: number,
): Promise<string> {
  await lockPlayer(tx, playerId)
  const letter = await lockLetter(tx, id, playerId)
  await assertMore(tx, playerId, nowMs)
  const deciderIds = await decidersOf(tx, letter)
  const why = noAppeal({
    state: letter.state,
    sinceMs: letter.since.getTime(),
    isDecided: isDecided(letter),
    isAppealed: letter.appealedAt !== null,
    hasOther: await hasOther(tx, deciderIds),
    nowMs,
  })
  if (why !== null) throw new RefusalError(REFUSALS[why], {}, { days: APPEAL_DAYS })
  await assertFirstAppeal(tx, letter.aboutId)
  await assertNotMany(tx, playerId)
  // Meanwhile another letter about the same thing may have begun: one thread a thing.
  if ((await lockOpenLetter(tx, { kind: letter.aboutKind, id: letter.aboutId ?? '' })) !== undefined) {
    throw new RefusalError('letter-open')
  }
  return write(tx, letter, body, { deciderIds })
}

function viewOf(row: LetterRow, last: Letter['last'], subjects: Subjects): Letter {
  const { item = null, amount = null } = subjects.get(row.aboutId ?? '') ?? {}
  return {
    id: row.id,
    about: { kind: row.aboutKind, id: row.aboutId, item, amount },
    state: row.state,
    opened_at: row.openedAt.getTime(),
    since: row.since.getTime(),
    appealed: row.appealedAt !== null,
    last,
  }
}

/** What withdrawals and orders are about, by their ids. */
type Subjects = ReadonlyMap<string, Partial<Pick<Letter['about'], 'item' | 'amount'>>>

/** Reads what letters are about. */
async function subjectsOf(queries: Queries, rows: readonly LetterRow[]): Promise<Subjects> {
  const idsOf = (kind: LetterRow['aboutKind']): string[] =>
    rows.flatMap(({ aboutKind, aboutId }) => (aboutKind === kind && aboutId !== null ? [aboutId] : []))
  const [ofWithdrawals, ofOrders] = [idsOf('withdrawal'), idsOf('order')]
  const own =
    ofWithdrawals.length === 0
      ? []
      : await queries
          .select({ id: withdrawals.id, item: catalogueItems.view })
          .from(withdrawals)
          .innerJoin(items, eq(items.id, withdrawals.itemId))
          .innerJoin(catalogueItems, eq(catalogueItems.id, items.itemId))
          .where(inArray(withdrawals.id, ofWithdrawals))
  const paid =
    ofOrders.length === 0
      ? []
      : await queries.select({ id: orders.id, amount: orders.amount }).from(orders).where(inArray(orders.id, ofOrders))
  const subjects: [string, Partial<Pick<Letter['about'], 'item' | 'amount'>>][] = [
    ...own.map(({ id, item }): (typeof subjects)[number] => [id, { item: item as ItemView }]),
    ...paid.map(({ id, amount }): (typeof subjects)[number] => [id, { amount }]),
  ]
  return new Map(subjects)
}

const NOTHING: Letter['last'] = { author: 'player', text: '' }

/** Returns until when a player may appeal in a letter; null where they may not. */
async function appealUntil(queries: Queries, row: LetterRow, nowMs: number): Promise<number | null> {
  if (row.state !== 'closed') return null
  const why = noAppeal({
    state: row.state,
    sinceMs: row.since.getTime(),
    isDecided: isDecided(row),
    isAppealed: row.appealedAt !== null,
    hasOther: await hasOther(queries, await decidersOf(queries, row)),
    nowMs,
  })
  return why === null ? row.since.getTime() + APPEAL_DAYS * DAY_MS : null
}

async function thread(queries: Queries, playerId: number, id: string, nowMs: number): Promise<LetterThread> {
  const [row] = await queries
    .select()
    .from(letters)
    .where(and(eq(letters.id, id), eq(letters.playerId, playerId)))
  if (row === undefined) throw unknownLetter()
  const messages = await queries
    .select()
    .from(letterMessages)
    .where(eq(letterMessages.letterId, id))
    .orderBy(asc(letterMessages.id))
  const pictures = await picturesOf(queries, id)
  const last = messages.at(-1)
  return {
    ...viewOf(
      row,
      last === undefined ? NOTHING : { author: last.author, text: last.text },
      await subjectsOf(queries, [row]),
    ),
    messages: messages.map(({ id: messageId, author, kind, text, at }) => ({
      id: messageId,
      author,
      kind,
      text,
      at: at.getTime(),
      pictures: pictures.get(messageId) ?? [],
    })),
    appeal_until: await appealUntil(queries, row, nowMs),
  }
}

export interface OwnLettersParts {
  readonly db: Database
  readonly idempotency: Idempotency
  readonly now: () => number
}

export interface OwnLetters {
  /** Returns a page of the letters of a player, those opened last first. */
  list(playerId: number, cursor: string | undefined): Promise<{ letters: Letter[]; cursor: string | null }>
  /** Returns a letter of a player. Throws ProtocolError 'unknown'. */
  thread(playerId: number, id: string): Promise<LetterThread>
  /**
   * Each writes something and returns the letter.
   *
   * @throws ProtocolError 'unknown' for what is not the player's own
   * @throws RefusalError where it is closed, too much, or cannot be appealed
   */
  open(playerId: number, body: OpenLetterBody, key: IdempotencyKey): Promise<LetterThread>
  answer(playerId: number, id: string, body: WriteLetterBody, key: IdempotencyKey): Promise<LetterThread>
  appeal(playerId: number, id: string, body: WriteLetterBody, key: IdempotencyKey): Promise<LetterThread>
  /** Closes a letter that is settled, and returns it. Throws ProtocolError 'unknown'. */
  settle(playerId: number, id: string, key: IdempotencyKey): Promise<LetterThread>
}

/** Makes the letters of players over a database. */
export function createOwnLetters({ db, idempotency, now }: OwnLettersParts): OwnLetters {
  /** The stored response is the id alone: the texts stay in one place. */
  async function once(
    playerId: number,
    key: IdempotencyKey,
    work: (tx: Queries, nowMs: number) => Promise<string>,
  ): Promise<LetterThread> {
    const { letter } = await idempotency.run(key, () =>
      db.transaction(async (tx) => {
        const stored = { letter: await work(tx, now()) }
        await storeResponse(tx, key, stored)
        return stored
      }),
    )
    return thread(db.queries, playerId, letter, now())
  }

  return {
    list: async (playerId, cursor) => {
      const rows = await db.queries
        .select()
        .from(letters)
        .where(and(eq(letters.playerId, playerId), cursor === undefined ? undefined : lt(letters.id, cursor)))
        .orderBy(desc(letters.id))
        .limit(PAGE_LIMIT)
      const page = pageOf(rows, ({ id }) => id)
      const last = await lastMessages(
        db.queries,
        page.rows.map(({ id }) => id),
      )
      const subjects = await subjectsOf(db.queries, page.rows)
      return {
        letters: page.rows.map((row) => viewOf(row, last.get(row.id) ?? NOTHING, subjects)),
        cursor: page.cursor,
      }
    },
    thread: (playerId, id) => thread(db.queries, playerId, id, now()),
    open: (playerId, body, key) => once(playerId, key, (tx, nowMs) => open(tx, playerId, body, nowMs)),
    answer: (playerId, id, body, key) => once(playerId, key, (tx, nowMs) => answer(tx, playerId, id, body, nowMs)),
    appeal: (playerId, id, body, key) => once(playerId, key, (tx, nowMs) => appeal(tx, playerId, id, body, nowMs)),
    settle: (playerId, id, key) => once(playerId, key, (tx) => settle(tx, playerId, id)),
  }
}
