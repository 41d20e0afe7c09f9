// Drafts of the shop: changes that somebody works on, or that wait for their time. Every room that changes the shop writes them.
import { z } from 'zod'
import { isPictureFile } from '../../game/office/shop-pictures.ts'
import { DRAFT_STATES } from '../../game/office/subjects.ts'
import { momentSchema, reasonSchema } from './common.ts'
import { backReplySchema, editionFaultSchema, editionNumberSchema as numberSchema } from './editions.ts'

/** The most of a draft's files, in characters: all of a shop's are 2 MB. */
export const DRAFT_LENGTH_MAX = 8_000_000

const fileNameSchema = z.string().min(1).max(200)

const filesSchema = z.record(fileNameSchema, z.string().nullable())

const titleSchema = z.string().trim().min(1).max(120)

export const draftsQuerySchema = z.strictObject({
  state: z.enum(DRAFT_STATES).optional(),
  /** Only those with a file whose name begins with it, or with one of several that commas divide. */
  file: fileNameSchema.optional(),
  /** The draft before which the page begins. */
  cursor: numberSchema.optional(),
})

/** That a second person is asked to publish it. */
const questionSchema = z.object({
  by: z.string(),
  /** When it would be published; null for at once. */
  dueAt: momentSchema.nullable(),
  expiresAt: momentSchema,
  /** Whether the draft was changed since: as it is now, nobody is asked for it. */
  isOld: z.boolean(),
})

export type PublishQuestion = z.infer<typeof questionSchema>

const headSchema = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(DRAFT_STATES),
  /** The edition that it was made on. */
  base: z.int(),
  version: z.int(),
  editor: z.object({ id: z.string(), name: z.string() }),
  changedAt: momentSchema,
  /** When it is published. */
  dueAt: momentSchema.nullable(),
  /** Why it was not published at its time. */
  fault: z.string().nullable(),
  /** The edition that it became. */
  edition: z.int().nullable(),
  /** Null where it waits for nobody's approval. */
  question: questionSchema.nullable(),
})

export const listedDraftSchema = headSchema.extend({ names: z.array(z.string()) })

export type ListedDraft = z.infer<typeof listedDraftSchema>

/** `GET /drafts`: newest first, fifty a page. */
export const draftsReplySchema = z.object({ drafts: z.array(listedDraftSchema), cursor: z.string().nullable() })

export type DraftsReply = z.infer<typeof draftsReplySchema>

export const draftParamsSchema = z.strictObject({ id: numberSchema })

/** `GET /drafts/:id`. */
export const draftReplySchema = headSchema.extend({
  /** The new texts by the names of their files; null for a file that is the release's own again. */
  files: filesSchema,
  approvedBy: z.string().nullable(),
  note: z.string(),
})

export type DraftReply = z.infer<typeof draftReplySchema>

/** `GET /drafts/:id/changes`: what it would change now, and what is wrong with the shop that it would make. */
export const draftChangesReplySchema = backReplySchema.extend({
  /** The names of its files that others have changed since its base: it has to be looked at again. */
  overtaken: z.array(z.string()),
})

export type DraftChangesReply = z.infer<typeof draftChangesReplySchema>

/** `POST /drafts`. */
export const newDraftBodySchema = z.strictObject({ title: titleSchema, base: z.int().positive(), files: filesSchema })

export type NewDraftBody = z.infer<typeof newDraftBodySchema>

/** `PUT /drafts/:id`. */
export const draftBodySchema = z.strictObject({ version: z.int().positive(), title: titleSchema, files: filesSchema })

export type DraftBody = z.infer<typeof draftBodySchema>

/** What a draft is after it was written. */
export const writtenDraftSchema = z.object({ id: z.int(), version: z.int() })

export type WrittenDraft = z.infer<typeof writtenDraftSchema>

/** `POST /drafts/:id/follow`: makes the edition in force its base. `POST /drafts/:id/drop`. */
export const draftVersionBodySchema = z.strictObject({ version: z.int().positive() })

/** `POST /drafts/check`: says what is wrong with the shop that these files would make, as one types. */
export const draftCheckBodySchema = z.strictObject({ base: z.int().positive(), files: filesSchema })

export const draftCheckReplySchema = z.object({ faults: z.array(editionFaultSchema), overtaken: z.array(z.string()) })

export type DraftCheckReply = z.infer<typeof draftCheckReplySchema>

/** `POST /drafts/:id/publish`. */
export const draftPublishBodySchema = z.strictObject({
  version: z.int().positive(),
  /** When; null for at once. */
  dueAt: momentSchema.nullable(),
  reason: reasonSchema,
})

/** `POST /drafts/:id/preview`: the address at the players' site that opens the preview for an hour; `?to=/faq` names the page. */
export const previewReplySchema = z.object({ href: z.string() })

export type PreviewReply = z.infer<typeof previewReplySchema>

/** `POST /drafts/:id/recall`. */
export const draftRecallBodySchema = z.strictObject({})

const siteMessageSchema = z.object({
  /** Such as `refusal.balance`. */
  key: z.string(),
  /** The site's own words. */
  texts: z.object({ en: z.string(), ru: z.string(), uk: z.string() }),
})

export type SiteMessage = z.infer<typeof siteMessageSchema>

/** `GET /words/messages`: the messages that a shop may word itself. */
export const messagesReplySchema = z.object({ messages: z.array(siteMessageSchema) })

export type MessagesReply = z.infer<typeof messagesReplySchema>

/** `POST /drafts/pictures`: a picture for a text, as it was stored. The body is that of a picture of a letter. */
export const shopPictureReplySchema = z.object({
  /** Its name among the files of the shop; a text shows it as `![words](/name)`. */
  file: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})

export type ShopPictureReply = z.infer<typeof shopPictureReplySchema>

/** `GET /drafts/pictures?name=pictures/….webp`: the picture itself. */
export const shopPictureQuerySchema = z.strictObject({ name: fileNameSchema.refine(isPictureFile) })

export const shopFilesQuerySchema = z.strictObject({ begins: fileNameSchema })

/** `GET /shop/files`: the files of the edition in force whose names begin with a text, or with one of several that commas divide. */
export const shopFilesReplySchema = z.object({
  edition: z.int(),
  files: z.record(z.string(), z.string()),
  /** The names of those that are the shop's own. */
  own: z.array(z.string()),
})

export type ShopFilesReply = z.infer<typeof shopFilesReplySchema>
