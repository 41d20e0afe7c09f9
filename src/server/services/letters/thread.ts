// What both sides of a letter share: finding it, locking it, adding to it.
import { and, asc, desc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { LetterAuthor, LetterSubject, MessageKind } from '../../../game/letters/letters.ts'
import { ruleOf } from '../../../game/office/verbs.ts'
import { newId, timeOfId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { hasState, lacksState } from '../../db/has-state.ts'
import { letterMessages, letterPictures, letters } from '../../db/schema-letters.ts'
import { audit, staff } from '../../db/schema-office.ts'
import { orders } from '../../db/schema-payments.ts'
import { withdrawals } from '../../db/schema-withdrawals.ts'

export type LetterRow = typeof letters.$inferSelect

/** What a letter is about: of a player the id is their number. */
export interface LetterAbout {
  readonly kind: LetterSubject
  readonly id: string
}

/** The error of a letter, and of anything else, that there is none of. */
export const unknownLetter = (): ProtocolError => new ProtocolError(404, 'unknown', 'There is no such letter')

/**
 * Locks a letter until the transaction ends.
 *
 * @param playerId whose it has to be; anyone's where it is left out
 * @throws ProtocolError 'unknown'
 */
export async function lockLetter(tx: Queries, id: string, playerId?: number): Promise<LetterRow> {
  const isOwn = playerId === undefined ? undefined : eq(letters.playerId, playerId)
  const [row] = await tx
    .select()
    .from(letters)
    .where(and(eq(letters.id, id), isOwn))
    .for('update')
  if (row === undefined) throw unknownLetter()
  return row
}

/** Tells whether the shop closed a letter, which is the decision, and not its player. */
export function isDecided({ state, appealedAt, deciderIds, appealStaffId }: LetterRow): boolean {
  return state === 'closed' && (appealedAt === null ? deciderIds.length > 0 : appealStaffId !== null)
}

/** Returns what `about_id` holds: nothing for the player. */
export const subjectId = ({ kind, id }: LetterAbout): string | null => (kind === 'player' ? null : id)

/**
 * Returns the state of what a letter is to be about; null for the player.
 *
 * @throws ProtocolError 'unknown' for what is not the player's own
 */
export async function subjectOf(
  tx: Queries,
  playerId: number,
  { kind, id }: LetterAbout,
): Promise<{ readonly state: string; readonly changedAt: Date } | null> {
  if (kind === 'player') return null
  const [own] =
    kind === 'withdrawal'
      ? await tx
          .select({ state: withdrawals.state, changedAt: withdrawals.changedAt })
          .from(withdrawals)
          .where(and(eq(withdrawals.id, id), eq(withdrawals.playerId, playerId)))
      : await tx
          .select({ state: orders.state, changedAt: orders.createdAt })
          .from(orders)
          .where(and(eq(orders.id, id), eq(orders.playerId, playerId)))
  if (own === undefined) throw new ProtocolError(404, 'unknown', `The player has no such ${kind}`)
  return own
}

/** Locks the letter about something that is not closed; undefined for none. The player is locked already. */
export async function lockOpenLetter(tx: Queries, about: LetterAbout): Promise<LetterRow | undefined> {
  const id = subjectId(about)
  if (id === null) return undefined
  const [row] = await tx
    .select()
    .from(letters)
    .where(and(eq(letters.aboutId, id), lacksState(letters.state, 'closed')))
    .for('update')
  return row
}

export interface NewMessage {
  readonly author: LetterAuthor
  readonly staffId: string | null
  readonly kind: MessageKind
  readonly text: string
}

/** A message that was added. */
export interface AddedMessage {
  readonly id: string
  readonly at: Date
}

/** Adds a message to a letter. */
export async function addMessage(
  tx: Queries,
  { id: letterId, playerId }: Pick<LetterRow, 'id' | 'playerId'>,
  message: NewMessage,
): Promise<AddedMessage> {
  const id = newId()
  const at = new Date(timeOfId(id))
  await tx.insert(letterMessages).values({ id, letterId, playerId, at, ...message })
  return { id, at }
}

/** Returns the notification of a letter. */
export function letterNotification(
  kind: 'letterOpened' | 'letterAnswered' | 'letterClosed',
  letterId: string,
): PlayerNotification {
  return { kind, amounts: {}, link: `/dashboard?tab=letters&letter=${letterId}` }
}

/** Returns who made the decision that a letter's player may appeal against: who closed it, and who refused its withdrawal. */
export async function decidersOf(
  queries: Queries,
  { aboutKind, aboutId, deciderIds }: Pick<LetterRow, 'aboutKind' | 'aboutId' | 'deciderIds'>,
): Promise<string[]> {
  if (aboutKind !== 'withdrawal' || aboutId === null) return deciderIds
  const refusals = await queries
    .selectDistinct({ staffId: audit.staffId })
    .from(audit)
    .where(
      and(
        eq(audit.subject, aboutId),
        eq(audit.subjectKind, 'withdrawal'),
        eq(audit.verb, 'withdrawals.refuse'),
        isNotNull(audit.staffId),
      ),
    )
  return [...new Set([...deciderIds, ...refusals.flatMap(({ staffId }) => staffId ?? [])])]
}

/** Tells whether somebody of the staff who did not decide may answer an appeal. */
export async function hasOther(queries: Queries, deciders: readonly string[]): Promise<boolean> {
  const others = await queries
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        hasState(staff.state, 'active'),
        inArray(staff.role, [...ruleOf('letters.answer').roles]),
        deciders.length === 0 ? undefined : notInArray(staff.id, [...deciders]),
      ),
    )
    .limit(1)
  return others.length > 0
}

/** The pictures of messages, by message. */
export async function picturesOf(
  queries: Queries,
  letterId: string,
): Promise<ReadonlyMap<string | null, { id: string; width: number; height: number }[]>> {
  const rows = await queries
    .select({
      id: letterPictures.id,
      messageId: letterPictures.messageId,
      width: letterPictures.width,
      height: letterPictures.height,
    })
    .from(letterPictures)
    .where(eq(letterPictures.letterId, letterId))
    .orderBy(asc(letterPictures.id))
  const grouped = Map.groupBy(rows, ({ messageId }) => messageId)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ messageId: _, ...picture }) => picture)]))
}

/** Letters of the beginning of a message in lists. */
const EXCERPT = 160

/** Returns the beginnings of the last messages of letters, by letter. */
export async function lastMessages(
  queries: Queries,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly author: LetterAuthor; readonly text: string }>> {
  if (letterIds.length === 0) return new Map()
  const rows = await queries
    .selectDistinctOn([letterMessages.letterId], {
      letterId: letterMessages.letterId,
      author: letterMessages.author,
      text: sql<string>`left(${letterMessages.text}, ${EXCERPT})`,
    })
    .from(letterMessages)
    .where(inArray(letterMessages.letterId, [...letterIds]))
    .orderBy(letterMessages.letterId, desc(letterMessages.id))
  return new Map(rows.map(({ letterId, author, text }) => [letterId, { author, text }]))
}
