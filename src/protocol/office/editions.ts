// The room Editions: what the shop is made of, since when, by whom, and the way back.
import { z } from 'zod'
import { momentSchema, reasonSchema } from './common.ts'

/** A number of an edition: an integer of the database. */
export const editionNumberSchema = z.coerce.number().int().positive().max(2_147_483_647)

export const editionsQuerySchema = z.strictObject({
  /** The edition before which the page begins. */
  cursor: editionNumberSchema.optional(),
})

const headSchema = z.object({
  id: z.int(),
  /** Since when it is, or was, in force. */
  at: momentSchema,
  /** Who published it. */
  author: z.string(),
  /** Who wrote the draft that it was; null for one that was no draft. */
  writer: z.string().nullable(),
  note: z.string(),
})

export const listedEditionSchema = headSchema.extend({
  /** How many lines its difference has, and the first of them (game/office/edition-lines.ts). */
  count: z.int(),
  first: z.array(z.string()),
})

export type ListedEdition = z.infer<typeof listedEditionSchema>

/** `GET /editions`: newest first, fifty a page. */
export const editionsReplySchema = z.object({
  editions: z.array(listedEditionSchema),
  cursor: z.string().nullable(),
  /** The edition in force; null before the first. */
  inForce: z.int().nullable(),
})

export type EditionsReply = z.infer<typeof editionsReplySchema>

export const editionParamsSchema = z.strictObject({ id: editionNumberSchema })

const changedFileSchema = z.object({
  name: z.string(),
  what: z.enum(['new', 'removed', 'changed', 'same']),
  /** Whether it is the shop's own after the change; a file that was removed, before it. */
  isOwn: z.boolean(),
})

/** A file that an edition changed. `same`: its text stayed, and its owner changed. */
export type ChangedFile = z.infer<typeof changedFileSchema>

/** `GET /editions/:id`. */
export const editionReplySchema = headSchema.extend({
  inForce: z.boolean(),
  /** The edition before it; null for the first. */
  previous: z.int().nullable(),
  /** What differs from the edition before it, a line each. */
  changes: z.array(z.string()),
  files: z.array(changedFileSchema),
  /** The names of the files that are the shop's own in it. */
  own: z.array(z.string()),
})

export type EditionReply = z.infer<typeof editionReplySchema>

export const editionFileQuerySchema = z.strictObject({ name: z.string().min(1).max(200) })

/** `GET /editions/:id/file` and `GET /editions/:id/back/file`: a file before and after; null where there is none. */
export const editionFileReplySchema = z.object({ before: z.string().nullable(), after: z.string().nullable() })

export type EditionFileReply = z.infer<typeof editionFileReplySchema>

/** What is wrong with a shop. */
export const editionFaultSchema = z.object({ file: z.string(), line: z.int(), message: z.string() })

export type EditionFault = z.infer<typeof editionFaultSchema>

/** `GET /editions/:id/back`: what would change now; no files where nothing would. */
export const backReplySchema = z.object({
  /** The edition in force, which it was compared with. */
  base: z.int(),
  changes: z.array(z.string()),
  files: z.array(changedFileSchema),
  /** Why it cannot be: what is wrong with the shop that it would make. */
  faults: z.array(editionFaultSchema),
})

export type BackReply = z.infer<typeof backReplySchema>

/** `POST /editions/:id/back`. */
export const backBodySchema = z.strictObject({
  /** The edition that was in force when it was looked at. */
  base: z.int().positive().max(2_147_483_647),
  reason: reasonSchema,
})
