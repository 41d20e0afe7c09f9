// Notices to a group of players, in the room Announcements.
import { z } from 'zod'
import { perLanguage } from '../../game/base/language.ts'
import { LINK_LETTERS } from '../../game/office/announcements.ts'
import { AWAY_DAYS, NOTICE_GROUPS } from '../../game/office/notices.ts'
import { NOTICE_SENDING_STATES } from '../../game/office/subjects.ts'
import { momentSchema, reasonSchema } from './common.ts'

/** Longer than any text may be: the rules name what is wrong with one (game/office/notices.ts). */
const TEXT_LETTERS = 1_000

const localizedSchema = z.object(perLanguage(() => z.string()))
const daysSchema = z.coerce.number().int().min(AWAY_DAYS.least).max(AWAY_DAYS.most)

export const officeNoticeSchema = z.object({
  id: z.uuid(),
  group: z.object({ kind: z.enum(NOTICE_GROUPS), days: z.int().nullable() }),
  title: localizedSchema,
  words: localizedSchema,
  link: z.string().nullable(),
  state: z.enum(NOTICE_SENDING_STATES),
  author: z.string(),
  madeAt: momentSchema,
  endedAt: momentSchema.nullable(),
  /** How many players were told, and how many of those looked at were left out. */
  told: z.int(),
  leftOut: z.int(),
})

export type OfficeNotice = z.infer<typeof officeNoticeSchema>

export const noticesQuerySchema = z.strictObject({ cursor: z.uuid().optional() })

/** `GET /notices`: the newest first, fifty a page. */
export const noticesReplySchema = z.object({ notices: z.array(officeNoticeSchema), cursor: z.uuid().nullable() })

export type NoticesReply = z.infer<typeof noticesReplySchema>

/** Whether a group names days exactly where it has them. */
const hasItsDays = ({ kind, days }: { kind: string; days?: number | null | undefined }): boolean =>
  (kind === 'away') === (typeof days === 'number')

export const groupQuerySchema = z
  .strictObject({ kind: z.enum(NOTICE_GROUPS), days: daysSchema.optional() })
  .refine(hasItsDays)

/** `GET /notices/size`. */
export const groupSizeReplySchema = z.object({
  players: z.int(),
  /** Excluded, in a time-out, banned, leaving, or with an open signal of safer play. */
  leftAlone: z.int(),
  /** Who got another notice within the hours of the shop's rules. */
  toldLately: z.int(),
  hours: z.int(),
})

export type GroupSizeReply = z.infer<typeof groupSizeReplySchema>

const text = z.string().trim().max(TEXT_LETTERS)

const wordsSchema = z.strictObject({
  title: z.strictObject(perLanguage(() => text)),
  words: z.strictObject(perLanguage(() => text)),
  link: z.string().trim().max(LINK_LETTERS).nullable(),
})

/** `POST /notices/test`. */
export const noticeTestBodySchema = wordsSchema.extend({
  /** The number of the player. */
  player: z.int().positive().max(2_147_483_647),
})

export type NoticeTestBody = z.output<typeof noticeTestBodySchema>

/** `POST /notices`. */
export const noticeSendBodySchema = wordsSchema.extend({
  /** A random id of the call: it is sent once. */
  key: z.uuid(),
  group: z
    .strictObject({
      kind: z.enum(NOTICE_GROUPS),
      days: z.int().min(AWAY_DAYS.least).max(AWAY_DAYS.most).nullable(),
    })
    .refine(hasItsDays),
  reason: reasonSchema,
})

export type NoticeSendBody = z.output<typeof noticeSendBodySchema>
