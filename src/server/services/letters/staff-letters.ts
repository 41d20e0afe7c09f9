// What the staff does with letters. Each is recorded in the transaction that does it; the audit has no texts, because its rows cannot be erased.
import { and, arrayContains, eq, gt, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm'
import type { StaffActor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId, timeOfId } from '../../base/ids.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { lacksState } from '../../db/has-state.ts'
import { letterMessages, letters } from '../../db/schema-letters.ts'
import { erasures } from '../../db/schema-operations.ts'
import { lockPlayer } from '../calls/player.ts'
import { type PlayerToNotify, storeNotification } from '../notices/notifications.ts'
import { attachStaffPictures } from './pictures.ts'
import {
  addMessage,
  type LetterAbout,
  type LetterRow,
  letterNotification,
  lockLetter,
  lockOpenLetter,
  subjectId,
  subjectOf,
} from './thread.ts'

/** What was written, and the notification that was stored for the player: whoever commits may show it to their open pages. */
export interface Written {
  readonly letterId: string
  readonly notice: PlayerToNotify | null
}

/** Returns the condition that a member of the staff may write in a letter: it is not closed, and they decided nothing that it appeals against. */
function mayWrite(id: string, staffId: string): SQL | undefined {
  return and(
    eq(letters.id, id),
    lacksState(letters.state, 'closed'),
    or(isNull(letters.appealedAt), not(arrayContains(letters.deciderIds, [staffId]))),
  )
}

/** Returns the error of a letter that its statement did not change. */
function refusalOf({ state }: LetterRow): ProtocolError {
  return state === 'closed'
    ? new ProtocolError(409, 'letter-closed', 'The letter is closed')
    : new ProtocolError(409, 'letter-decided', 'The member who decided cannot answer the appeal')
}

interface LetterChange {
  readonly letterId: string
  readonly by: StaffActor
  /** The last message that the writer has read; undefined where it does not matter. */
  readonly last?: string | undefined
}

/** Throws where somebody wrote after what the writer has read: an answer to less would be sent twice, or too late. */
async function assertRead(tx: Queries, letterId: string, last: string | undefined): Promise<void> {
  if (last === undefined) return
  const later = and(eq(letterMessages.letterId, letterId), gt(letterMessages.id, last))
  if ((await tx.$count(letterMessages, later)) > 0) {
    throw new ProtocolError(409, 'letter-changed', 'Somebody wrote in the letter meanwhile')
  }
}

async function tellPlayer(
  tx: Queries,
  { playerId, id }: Pick<LetterRow, 'playerId' | 'id'>,
  kind: Parameters<typeof letterNotification>[0],
): Promise<PlayerToNotify> {
  const notification = letterNotification(kind, id)
  await storeNotification(tx, playerId, notification)
  return { playerId, notification }
}

interface Answer {
  readonly text: string
  /** Pictures that `by` added to the letter before. */
  readonly pictures: readonly string[]
  readonly by: StaffActor
}

async function writeAnswer(tx: Queries, letter: LetterRow, { text, pictures, by }: Answer): Promise<Written> {
  const { staffId } = by
  const message = await addMessage(tx, letter, { author: 'shop', staffId, kind: 'message', text })
  await attachStaffPictures(tx, { letterId: letter.id, staffId }, pictures, message)
  const changed = await tx
    .update(letters)
    .set({
      state: 'answered',
      since: message.at,
      staffId,
      ...(letter.appealedAt === null ? {} : { appealStaffId: staffId }),
    })
    .where(mayWrite(letter.id, staffId))
    .returning({ id: letters.id })
  if (changed.length === 0) throw refusalOf(letter)
  await recordAct(tx, {
    by,
    verb: 'letters.answer',
    kind: 'letter',
    subject: letter.id,
    before: { state: letter.state },
    after: { state: 'answered', player: letter.playerId, message: message.id },
  })
  return { letterId: letter.id, notice: await tellPlayer(tx, letter, 'letterAnswered') }
}

export interface LetterToOpen {
  readonly playerId: number
  readonly about: LetterAbout
  readonly text: string
  readonly by: StaffActor
}

/**
 * Writes to a player about something of theirs: in the letter about it that is not closed, else in a new one.
 *
 * @throws ProtocolError 'unknown' for a player who is erased, or for what is not theirs; 'letter-decided' where the letter about it is an
 * appeal against a decision of `by`
 */
export async function openLetterIn(tx: Queries, { playerId, about, text, by }: LetterToOpen): Promise<Written> {
  await lockPlayer(tx, playerId)
  const isErased = and(eq(erasures.playerId, playerId), isNotNull(erasures.erasedAt))
  if ((await tx.$count(erasures, isErased)) > 0) throw new ProtocolError(404, 'unknown', 'The player is erased')
  await subjectOf(tx, playerId, about)
  const existing = await lockOpenLetter(tx, about)
  if (existing !== undefined) return writeAnswer(tx, existing, { text, pictures: [], by })
  const id = newId()
  const at = new Date(timeOfId(id))
  const letter = { id, playerId }
  await tx.insert(letters).values({
    ...letter,
    aboutKind: about.kind,
    aboutId: subjectId(about),
    state: 'answered',
    openedBy: 'shop',
    openedAt: at,
    since: at,
    staffId: by.staffId,
  })
  const message = await addMessage(tx, letter, { author: 'shop', staffId: by.staffId, kind: 'message', text })
  await recordAct(tx, {
    by,
    verb: 'letters.open',
    kind: 'letter',
    subject: id,
    after: {
      state: 'answered',
      player: playerId,
      about: about.kind,
      ...(about.kind === 'player' ? {} : { id: about.id }),
      message: message.id,
    },
  })
  return { letterId: id, notice: await tellPlayer(tx, letter, 'letterOpened') }
}

/**
 * Answers a letter.
 *
 * @throws ProtocolError 'unknown'; 'letter-closed'; 'letter-changed'; 'letter-decided' in an appeal against a decision of `by`
 * @throws RefusalError 'picture-gone'
 */
export async function answerLetterIn(
  tx: Queries,
  { letterId, text, pictures = [], by, last }: LetterChange & Omit<Answer, 'pictures'> & Partial<Answer>,
): Promise<Written> {
  const letter = await lockLetter(tx, letterId)
  await assertRead(tx, letterId, last)
  return writeAnswer(tx, letter, { text, pictures, by })
}

/**
 * Closes a letter, which is the decision that its player may appeal against.
 *
 * @param text what the player reads of it; undefined for nothing
 * @throws ProtocolError as `answerLetterIn`
 */
export async function closeLetterIn(
  tx: Queries,
  { letterId, text, by, last }: LetterChange & { readonly text: string | undefined },
): Promise<Written> {
  const letter = await lockLetter(tx, letterId)
  await assertRead(tx, letterId, last)
  const { staffId } = by
  const message =
    text === undefined ? null : await addMessage(tx, letter, { author: 'shop', staffId, kind: 'decision', text })
  const since = message?.at ?? new Date(timeOfId(newId()))
  const changed = await tx
    .update(letters)
    .set({
      state: 'closed',
      since,
      staffId,
      ...(letter.appealedAt === null ? { deciderIds: [staffId] } : { appealStaffId: staffId }),
    })
    .where(mayWrite(letter.id, staffId))
    .returning({ id: letters.id })
  if (changed.length === 0) throw refusalOf(letter)
  await recordAct(tx, {
    by,
    verb: 'letters.close',
    kind: 'letter',
    subject: letter.id,
    before: { state: letter.state },
    after: { state: 'closed', player: letter.playerId, ...(message === null ? {} : { message: message.id }) },
  })
  return { letterId: letter.id, notice: await tellPlayer(tx, letter, 'letterClosed') }
}
