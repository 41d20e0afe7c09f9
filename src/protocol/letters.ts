// Letters between a player and the shop, as the player sees them.
import { z } from 'zod'
import {
  LETTER_AUTHORS,
  LETTER_STATES,
  LETTER_SUBJECTS,
  LETTER_TEXT_MOST,
  MESSAGE_KINDS,
  PICTURES_MOST,
} from '../game/letters/letters.ts'
import { centsSchema, itemViewSchema, refusalSchema } from './common.ts'

/** Control signs but for lines and tabs, and those that turn the direction of a text. */
const NO_TEXT = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu

/** A text as it is written: its lines stay, what no keyboard types does not. */
export const letterTextSchema = z
  .string()
  .max(LETTER_TEXT_MOST + 100)
  .transform((text) => text.replaceAll('\r\n', '\n').replaceAll(NO_TEXT, '').trim())
  .pipe(z.string().min(1).max(LETTER_TEXT_MOST))

/** What a letter is about; the player alone needs no id. */
const aboutSchema = z.object({
  kind: z.enum(LETTER_SUBJECTS),
  id: z.uuid().nullable(),
  /** The item of the withdrawal; null for every other. */
  item: itemViewSchema.nullable(),
  /** Of the deposit; null for every other. */
  amount: centsSchema.nullable(),
})

export const pictureSchema = z.object({ id: z.uuid(), width: z.int(), height: z.int() })

export type LetterPicture = z.infer<typeof pictureSchema>

const messageSchema = z.object({
  id: z.uuid(),
  author: z.enum(LETTER_AUTHORS),
  kind: z.enum(MESSAGE_KINDS),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.int(),
  pictures: z.array(pictureSchema),
})

export type LetterMessage = z.infer<typeof messageSchema>

const letterSchema = z.object({
  id: z.uuid(),
  about: aboutSchema,
  state: z.enum(LETTER_STATES),
  /** Milliseconds since 1970. */
  opened_at: z.int(),
  /** When it came into its state. */
  since: z.int(),
  appealed: z.boolean(),
  /** The beginning of the last message, and who wrote it. */
  last: z.object({ author: z.enum(LETTER_AUTHORS), text: z.string() }),
})

export type Letter = z.infer<typeof letterSchema>

const threadSchema = letterSchema.extend({
  messages: z.array(messageSchema),
  /** Until when the player may appeal against the decision, once; null where they may not. */
  appeal_until: z.int().nullable(),
})

export type LetterThread = z.infer<typeof threadSchema>

export const lettersQuerySchema = z.strictObject({ cursor: z.uuid().optional() })

export const lettersReplySchema = z.object({
  success: z.literal(true),
  /** At most fifty, those opened last first. */
  letters: z.array(letterSchema),
  cursor: z.string().nullable(),
})

export type LettersReply = z.infer<typeof lettersReplySchema>

export const letterParamsSchema = z.strictObject({ id: z.uuid() })

export const letterReplySchema = z.object({ success: z.literal(true), letter: threadSchema })

export type LetterReply = z.infer<typeof letterReplySchema>

const writtenBody = {
  text: letterTextSchema,
  /** Pictures that were sent before; each belongs to one message. */
  pictures: z.array(z.uuid()).max(PICTURES_MOST).default([]),
}

/** `POST /letters`; `appeal` for a withdrawal that was refused. */
export const openLetterBodySchema = z.strictObject({
  about: z.strictObject({ kind: z.enum(LETTER_SUBJECTS), id: z.uuid().nullable().default(null) }),
  appeal: z.boolean().default(false),
  ...writtenBody,
})

export type OpenLetterBody = z.output<typeof openLetterBodySchema>

/** `POST /letters/:id/answer`, `POST /letters/:id/appeal`. */
export const writeLetterBodySchema = z.strictObject(writtenBody)

export type WriteLetterBody = z.output<typeof writeLetterBodySchema>

/** `POST /letters/:id/settle`: nothing to say. */
export const settleBodySchema = z.strictObject({})

export const writtenReplySchema = z.union([letterReplySchema, refusalSchema])

export type WrittenReply = z.infer<typeof writtenReplySchema>

/** `POST /letters/pictures`: the body is the file. */
export const pictureReplySchema = z.union([
  z.object({ success: z.literal(true), picture: pictureSchema }),
  refusalSchema,
])

export type PictureReply = z.infer<typeof pictureReplySchema>
