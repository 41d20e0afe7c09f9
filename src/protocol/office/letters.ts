// The room Letters: threads between players and the shop, those that wait longest first.
import { z } from 'zod'
import {
  LETTER_AUTHORS,
  LETTER_STATES,
  LETTER_SUBJECTS,
  MESSAGE_KINDS,
  PICTURE_BYTES_MOST,
  PICTURES_MOST,
} from '../../game/letters/letters.ts'
import { letterTextSchema, pictureSchema } from '../letters.ts'
import { momentSchema } from './common.ts'

/** Where a page begins: a moment in ms and an id. */
const cursorSchema = z.string().regex(/^\d{1,15}_[0-9a-f-]{36}$/)

/** A filter that is left out allows everything, but for the state: those that wait. */
export const lettersQuerySchema = z.strictObject({
  state: z.enum(LETTER_STATES).default('waiting'),
  /** Those that the reader wrote in last. */
  mine: z.literal('1').optional(),
  kind: z.enum(LETTER_SUBJECTS).optional(),
  /** Appeals alone. */
  appeal: z.literal('1').optional(),
  cursor: cursorSchema.optional(),
})

export type LettersQuery = z.output<typeof lettersQuerySchema>

const aboutSchema = z.object({
  kind: z.enum(LETTER_SUBJECTS),
  /** The withdrawal or the order; of a player their number. */
  id: z.string(),
})

const rowSchema = z.object({
  id: z.uuid(),
  player: z.object({ id: z.int(), username: z.string() }),
  about: aboutSchema,
  state: z.enum(LETTER_STATES),
  openedBy: z.enum(LETTER_AUTHORS),
  openedAt: momentSchema,
  /** When it came into its state. */
  since: momentSchema,
  isAppeal: z.boolean(),
  /** The player closed it: it is settled. */
  isSettled: z.boolean(),
  /** Who of the staff wrote in it last; null for nobody. */
  staff: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The beginning of the last message. */
  excerpt: z.string(),
})

export type OfficeLetter = z.infer<typeof rowSchema>

/** `GET /letters`: the longest waiting first; of the others the newest. */
export const officeLettersReplySchema = z.object({ letters: z.array(rowSchema), cursor: z.string().nullable() })

export type OfficeLettersReply = z.infer<typeof officeLettersReplySchema>

const messageSchema = z.object({
  id: z.uuid(),
  author: z.enum(LETTER_AUTHORS),
  /** Who of the staff; null for the player, and for the command line. */
  staff: z.string().nullable(),
  kind: z.enum(MESSAGE_KINDS),
  text: z.string(),
  at: momentSchema,
  pictures: z.array(pictureSchema),
})

export type OfficeMessage = z.infer<typeof messageSchema>

/** `GET /letters/:id`. */
export const officeThreadReplySchema = rowSchema.extend({
  messages: z.array(messageSchema),
  /** Whether the reader made the decision that the player appeals against. */
  hasDecided: z.boolean(),
})

export type OfficeThread = z.infer<typeof officeThreadReplySchema>

/** `POST /letters`. */
export const openBodySchema = z.strictObject({
  player: z.int().min(1000).max(2_147_483_647),
  about: z.strictObject({ kind: z.enum(LETTER_SUBJECTS), id: z.string().max(36) }),
  text: letterTextSchema,
})

/** The last message that the writer has read: where somebody wrote after it, nothing is sent. */
const lastSchema = z.uuid().optional()

/** `POST /letters/:id/answer`. */
export const answerBodySchema = z.strictObject({
  text: letterTextSchema,
  last: lastSchema,
  /** Pictures that the writer added before. */
  pictures: z.array(z.uuid()).max(PICTURES_MOST).default([]),
})

/** The letters of a file of the greatest size in base64. */
const PICTURE_LETTERS_MOST = 4 * Math.ceil(PICTURE_BYTES_MOST / 3)

/** The most of a body with a picture: what is around the file has a few letters. */
export const PICTURE_BODY_MOST = PICTURE_LETTERS_MOST + 1_024

/** `POST /letters/:id/pictures`: a picture for an answer to come. The file is in base64: the office takes JSON alone. */
export const pictureBodySchema = z.strictObject({ file: z.base64().max(PICTURE_LETTERS_MOST) })

export const officePictureReplySchema = z.object({ picture: pictureSchema })

export type OfficePictureReply = z.infer<typeof officePictureReplySchema>

/** `POST /letters/:id/close`: the decision, where the player is to read one. */
export const closeBodySchema = z.strictObject({ text: letterTextSchema.optional(), last: lastSchema })

/** `POST /letters`. */
export const openReplySchema = z.object({ letter: z.uuid() })

export type OpenReply = z.infer<typeof openReplySchema>
