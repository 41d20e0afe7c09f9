// The room Announcements: what the shop says beside its pages, and the calls that publish and end it.
import { z } from 'zod'
import { perLanguage } from '../../game/base/language.ts'
import { ANNOUNCEMENT_PLACES, ANNOUNCEMENT_STATES, LINK_LETTERS } from '../../game/office/announcements.ts'
import { momentSchema } from './common.ts'

/** Longer than any text may be: the rules name what is wrong with one (game/office/announcements.ts). */
const TEXT_LETTERS = 500

const localizedSchema = z.object(perLanguage(() => z.string()))

export const officeAnnouncementSchema = z.object({
  id: z.uuid(),
  place: z.enum(ANNOUNCEMENT_PLACES),
  title: localizedSchema,
  words: localizedSchema,
  link: z.string().nullable(),
  dismissible: z.boolean(),
  from: momentSchema,
  /** Null where a person ends it. */
  until: momentSchema.nullable(),
  state: z.enum(ANNOUNCEMENT_STATES),
  author: z.string(),
  madeAt: momentSchema,
  /** When a person ended it. */
  endedAt: momentSchema.nullable(),
  /** Whether one that began later is shown in its place. */
  isCovered: z.boolean(),
})

export type OfficeAnnouncement = z.infer<typeof officeAnnouncementSchema>

export const announcementsQuerySchema = z.strictObject({
  state: z.enum(ANNOUNCEMENT_STATES),
  /** Of those that are over: the one before which the page begins. */
  cursor: z.uuid().optional(),
})

/** `GET /announcements`: the earliest first; of those that are over the newest, fifty a page. */
export const announcementsReplySchema = z.object({
  announcements: z.array(officeAnnouncementSchema),
  cursor: z.uuid().nullable(),
})

export type AnnouncementsReply = z.infer<typeof announcementsReplySchema>

/** `GET /announcements/links`: what of the shop can be linked beside the pages that every shop has. */
export const announcementLinksReplySchema = z.object({
  /** Paths of the pages of the shop's own texts. */
  pages: z.array(z.string()),
  cases: z.array(z.object({ path: z.string(), name: localizedSchema })),
})

export type AnnouncementLinksReply = z.infer<typeof announcementLinksReplySchema>

const text = z.string().trim().max(TEXT_LETTERS)

/** `POST /announcements`. */
export const publishBodySchema = z.strictObject({
  place: z.enum(ANNOUNCEMENT_PLACES),
  title: z.strictObject(perLanguage(() => text)),
  words: z.strictObject(perLanguage(() => text)),
  link: z.string().trim().max(LINK_LETTERS).nullable(),
  dismissible: z.boolean(),
  /** Null for at once. */
  from: momentSchema.nullable(),
  until: momentSchema.nullable(),
  /** The announcement that ends when this one is published: this one corrects it. */
  replaces: z.uuid().optional(),
})

export type PublishBody = z.output<typeof publishBodySchema>
