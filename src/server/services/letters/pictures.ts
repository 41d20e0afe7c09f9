// Pictures of letters: either side sends one before the message that it belongs to. It is stored as the site encoded it, in the database: every
// instance reads it there, and a backup has it.
import { and, eq, gte, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { LETTER_LIMITS } from '../../../game/letters/letters.ts'
import type { LetterPicture } from '../../../protocol/letters.ts'
import { leastIdAt, newId, timeOfId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { letterMessages, letterPictures } from '../../db/schema-letters.ts'
import { staff } from '../../db/schema-office.ts'
import type { EncodedPicture, PictureForm } from '../../pictures/encode-process.ts'
import type { PictureEncoder } from '../../pictures/encoder.ts'
import { encodePicture } from '../calls/encode-picture.ts'
import { lockPlayer } from '../calls/player.ts'
import { type AddedMessage, type LetterRow, lockLetter } from './thread.ts'

const DAY_MS = 86_400_000

/** The longer edge is enough to read a screenshot of a desk. */
const FORM: PictureForm = { edgeMost: 2_048, bytesWanted: 700_000 }

/** True for a picture of the staff that is not sent yet: its `message_id` holds the id of the member who added it. */
const isUnsentOfStaff = sql`exists (select from ${staff} where ${staff.id} = ${letterPictures.messageId})`

const isOfPlayer = or(
  isNull(letterPictures.messageId),
  sql`exists (select from ${letterMessages} where ${letterMessages.id} = ${letterPictures.messageId} and ${letterMessages.author} = 'player')`,
)

/** Throws where a side of a player's letters has sent as many pictures as it may in 24 hours. */
async function assertMore(queries: Queries, playerId: number, side: SQL | undefined, nowMs: number): Promise<void> {
  const ofDay = and(eq(letterPictures.playerId, playerId), gte(letterPictures.id, leastIdAt(nowMs - DAY_MS)), side)
  const most = LETTER_LIMITS.picturesOfDay
  if ((await queries.$count(letterPictures, ofDay)) >= most) throw new RefusalError('pictures-day', {}, { most })
}

interface Place extends Pick<LetterRow, 'playerId'> {
  readonly letterId?: string
  readonly messageId?: string
}

async function store(
  tx: Queries,
  place: Place,
  { picture: bytes, width, height }: EncodedPicture,
): Promise<LetterPicture> {
  const id = newId()
  await tx.insert(letterPictures).values({ id, ...place, width, height, bytes, at: new Date(timeOfId(id)) })
  return { id, width, height }
}

export interface LetterPicturesParts {
  readonly db: Database
  readonly encoder: PictureEncoder
  readonly now: () => number
}

export interface LetterPictures {
  /**
   * Encodes a file of a player and stores it, for a message to come.
   *
   * @throws RefusalError 'picture-…' where it cannot be taken, 'pictures-day' where it is one too many
   */
  add(playerId: number, file: Buffer): Promise<LetterPicture>
  /** Returns a picture of a player; undefined where they have none of that id. */
  find(playerId: number, id: string): Promise<Buffer | undefined>
}

/** Makes the pictures over a database. */
export function createLetterPictures({ db, encoder, now }: LetterPicturesParts): LetterPictures {
  return {
    add: async (playerId, file) => {
      await assertMore(db.queries, playerId, isOfPlayer, now())
      const picture = await encodePicture(encoder, `player:${playerId}`, file, FORM)
      return db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        await assertMore(tx, playerId, isOfPlayer, now())
        return store(tx, { playerId }, picture)
      })
    },
    find: async (playerId, id) => {
      const [row] = await db.queries
        .select({ bytes: letterPictures.bytes })
        .from(letterPictures)
        .where(and(eq(letterPictures.id, id), eq(letterPictures.playerId, playerId), not(isUnsentOfStaff)))
      return row === undefined ? undefined : Buffer.from(row.bytes)
    },
  }
}

/** A member of the staff who adds a picture to their answer in a letter. */
interface StaffSender {
  readonly letterId: string
  readonly staffId: string
}

/**
 * Encodes a file of the staff and stores it in a letter, for an answer to come. Until that is sent its player does not see it.
 *
 * @throws RefusalError as `LetterPictures.add`; ProtocolError 'unknown'
 */
export async function addStaffPicture(
  { db, encoder, now }: LetterPicturesParts,
  { letterId, staffId }: StaffSender,
  file: Buffer,
): Promise<LetterPicture> {
  const picture = await encodePicture(encoder, `staff:${staffId}`, file, FORM)
  return db.transaction(async (tx) => {
    const { playerId } = await lockLetter(tx, letterId)
    await assertMore(tx, playerId, not(isOfPlayer ?? sql`false`), now())
    return store(tx, { playerId, letterId, messageId: staffId }, picture)
  })
}

/** Returns a picture in a letter, for the staff; undefined where there is none. */
export async function pictureOfLetter(queries: Queries, id: string): Promise<Buffer | undefined> {
  const [row] = await queries
    .select({ bytes: letterPictures.bytes, letterId: letterPictures.letterId })
    .from(letterPictures)
    .where(eq(letterPictures.id, id))
  return row === undefined || row.letterId === null ? undefined : Buffer.from(row.bytes)
}

/**
 * Puts pictures into a message of their sender.
 *
 * @throws RefusalError 'picture-gone' where one is not theirs, or in another message already
 */
async function attach(
  tx: Queries,
  ids: readonly string[],
  isOwn: SQL | undefined,
  { letterId, message }: { readonly letterId: string; readonly message: AddedMessage },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const attached = await tx
    .update(letterPictures)
    .set({ letterId, messageId: message.id })
    .where(and(inArray(letterPictures.id, wanted), isOwn))
    .returning({ id: letterPictures.id })
  if (attached.length !== wanted.length) throw new RefusalError('picture-gone')
}

/** Puts pictures of a player into a message, as `attach` does. */
export function attachPictures(
  tx: Queries,
  playerId: number,
  ids: readonly string[],
  place: Parameters<typeof attach>[3],
): Promise<void> {
  return attach(tx, ids, and(eq(letterPictures.playerId, playerId), isNull(letterPictures.messageId)), place)
}

/** Puts pictures that a member of the staff added to a letter into their message, as `attach` does. */
export function attachStaffPictures(
  tx: Queries,
  { letterId, staffId }: StaffSender,
  ids: readonly string[],
  message: AddedMessage,
): Promise<void> {
  const isOwn = and(eq(letterPictures.letterId, letterId), eq(letterPictures.messageId, staffId))
  return attach(tx, ids, isOwn, { letterId, message })
}
