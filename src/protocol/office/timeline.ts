// Everything that happened to a player, in one list.
import { z } from 'zod'
import type { NotificationKind } from '../../game/base/notification-kinds.ts'
import type { TransferKind } from '../../game/base/transfers.ts'
import type { LetterAuthor } from '../../game/letters/letters.ts'
import type { ConversationOutcome, SignalKind } from '../../game/office/safer-play.ts'
import { TIMELINE_KINDS } from '../../game/office/timeline.ts'
import type { Verb } from '../../game/office/verbs.ts'
import type { WithdrawalState } from '../../game/withdrawal/withdrawal.ts'
import { centsSchema, itemViewSchema, localizedSchema } from '../common.ts'
import type { LimitWindow } from '../limits.ts'
import type { OrderState } from '../payment.ts'
import { actSchema, authorSchema, momentSchema } from './common.ts'

/** Events a page; one that shares its moment with the last is on the same page. */
export const TIMELINE_PAGE = 50

const listOfKinds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(TIMELINE_KINDS)).min(1))

/** A filter that is left out allows everything. Moments in ms; `to` is not in the period. */
export const timelineQuerySchema = z.strictObject({
  /** The kinds, with commas between them. Without them notices that repeat another event are left out. */
  kinds: listOfKinds.optional(),
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  /** The least amount in cents; events without an amount are left out. */
  least: z.coerce.number().int().min(0).optional(),
  /** The cursor of the page before. */
  before: z.coerce.number().int().optional(),
})

export type TimelineQuery = z.output<typeof timelineQuerySchema>

/**
 * The code of what happened: a kind of transfer or of notification, a state, a verb. Screens have words for each: the type names those that lack
 * them.
 */
export type TimelineCode =
  | 'signIn'
  | `transfer.${TransferKind}`
  | `order.${OrderState}`
  | `withdrawal.${WithdrawalState}`
  | `letter.${LetterAuthor | 'appeal' | 'decision'}`
  | `notice.${NotificationKind}`
  | `exclusion.${'time-out' | 'self-exclusion'}`
  | `limit.${LimitWindow}`
  | `signal.${SignalKind}`
  | `conversation.${ConversationOutcome}`
  | 'banned'
  | 'unbanned'
  | 'note'
  | `act.${Verb}`

const codeSchema = z.string() as z.ZodType<TimelineCode>

export const timelineEventSchema = z.object({
  /** Unique in the list. */
  id: z.string(),
  at: momentSchema,
  kind: z.enum(TIMELINE_KINDS),
  what: codeSchema,
  /** The change of the balance, or what it is about; null for none. A notice has none: its words name what another event moved. */
  amount: centsSchema.nullable(),
  /** What to look at: an order, a roll, a withdrawal; null for none. */
  reference: z.string().nullable(),
  /** A reason, the beginning of a text. */
  remark: z.string().nullable(),
  /** Of a sign-in: the browser and its system, null where they are unknown, and the network address. */
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable(), address: z.string() }).optional(),
  /** Of an exclusion: when it ends; null for never. */
  until: momentSchema.nullable().optional(),
  /** Of an opening: the case. */
  caseName: localizedSchema.nullable().optional(),
  /** Of a withdrawal: the item. */
  item: itemViewSchema.optional(),
  /** Of a notice the numbers in its words: amounts in cents, and plain numbers. */
  numbers: z.record(z.string(), z.number()).optional(),
  /** Who of the shop did it; null where it was the player, or was not recorded. */
  by: authorSchema.nullable(),
  /** What was done about the order or the withdrawal, the oldest first. */
  acts: z.array(actSchema),
})

export type TimelineEvent = z.infer<typeof timelineEventSchema>

/** `GET /players/:id/timeline`: newest first. */
export const timelineReplySchema = z.object({
  events: z.array(timelineEventSchema),
  /** Where the next page begins; null after the last event. */
  before: momentSchema.nullable(),
})

export type TimelineReply = z.infer<typeof timelineReplySchema>
