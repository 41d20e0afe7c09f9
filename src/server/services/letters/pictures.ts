// Pictures of letters: a player sends one before the message that it belongs to. It is stored as the site encoded it, in the database: every
// instance reads it there, and a backup has it.
import { and, eq, gte, inArray, isNull } from 'drizzle-orm'
import { LETTER_LIMITS, PICTURE_BYTES_MOST } from '../../../game/letters/letters.ts'
import type { LetterPicture } from '../../../protocol/letters.ts'
import { leastIdAt, newId, timeOfId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { letterPictures } from '../../db/schema-letters.ts'
import type { PictureEncoder } from '../../pictures/encoder.ts'
import { lockPlayer } from '../calls/player.ts'
import type { AddedMessage } from './thread.ts'

const DAY_MS = 86_400_000

/** Throws where a player has sent as many pictures as they may in 24 hours. */
async function assertMore(queries: Queries, playerId: number, nowMs: number): Promise<void> {
  const ofDay = and(eq(letterPictures.playerId, playerId), gte(letterPictures.id, leastIdAt(nowMs - DAY_MS)))
  const most = LETTER_LIMITS.picturesOfDay
  if ((await queries.$count(letterPictures, ofDay)) >= most) throw new RefusalError('pictures-day', {}, { most })
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
      if (file.length > PICTURE_BYTES_MOST) throw new RefusalError('picture-large')
      await assertMore(db.queries, playerId, now())
      const encoded = await encoder.encode(playerId, file)
      if ('fault' in encoded) throw new RefusalError(`picture-${encoded.fault}`)
      const { picture: bytes, width, height } = encoded
      return db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        await assertMore(tx, playerId, now())
        const id = newId()
        await tx.insert(letterPictures).values({ id, playerId, width, height, bytes, at: new Date(timeOfId(id)) })
        return { id, width, height }
      })
    },
    find: async (playerId, id) => {
      const [row] = await db.queries
        .select({ bytes: letterPictures.bytes })
        .from(letterPictures)
        .where(and(eq(letterPictures.id, id), eq(letterPictures.playerId, playerId)))
      return row === undefined ? undefined : Buffer.from(row.bytes)
    },
  }
}

/** Returns a picture that a player sent in a letter, for the staff; undefined where there is none. */
export async function pictureOfLetter(queries: Queries, id: string): Promise<Buffer | undefined> {
  const [row] = await queries
    .select({ bytes: letterPictures.bytes, letterId: letterPictures.letterId })
    .from(letterPictures)
    .where(eq(letterPictures.id, id))
  return row === undefined || row.letterId === null ? undefined : Buffer.from(row.bytes)
}

/**
 * Puts pictures of a player into a message.
 *
 * @throws RefusalError 'picture-gone' where one is not theirs, or in another message already
 */
export async function attachPictures(
  tx: Queries,
  playerId: number,
  ids: readonly string[],
  { letterId, message }: { readonly letterId: string; readonly message: AddedMessage },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const attached = await tx
    .update(letterPictures)
    .set({ letterId, messageId: message.id })
    .where(
      and(inArray(letterPictures.id, wanted), eq(letterPictures.playerId, playerId), isNull(letterPictures.messageId)),
    )
    .returning({ id: letterPictures.id })
  if (attached.length !== wanted.length) throw new RefusalError('picture-gone')
}
