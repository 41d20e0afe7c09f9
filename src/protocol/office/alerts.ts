// Where the members of the staff are told what waits, and what was told.
import { z } from 'zod'
import { ALERT_KINDS, ALERT_STATES, CHANNEL_KINDS } from '../../game/office/alerts.ts'
import { subscribeBodySchema } from '../push.ts'
import { momentSchema } from './common.ts'

const minuteSchema = z.int().min(0).max(1439)

const channelSchema = z.object({
  id: z.uuid(),
  kind: z.enum(CHANNEL_KINDS),
  label: z.string(),
  /** Whether only what is urgent is told at night. */
  quiet: z.boolean(),
  addedAt: momentSchema,
  /** Of a browser, so that a page knows its own. */
  endpoint: z.string().nullable(),
  /** The last message; null before the first. */
  last: z.object({ state: z.enum(ALERT_STATES), at: momentSchema, problem: z.string().nullable() }).nullable(),
})

export type AlertChannel = z.infer<typeof channelSchema>

/** `GET /alerts/own`. */
export const ownAlertsReplySchema = z.object({
  channels: z.array(channelSchema),
  /** Whether the site has a bot. */
  telegram: z.boolean(),
  /** The site's public key for push messages; null where it sends none. */
  pushKey: z.string().nullable(),
  /** The night, in minutes after midnight. */
  quiet: z.object({ from: minuteSchema, to: minuteSchema }),
  timeZone: z.string(),
  /** What the member's role is told of. */
  kinds: z.array(z.object({ kind: z.enum(ALERT_KINDS), afterMinutes: z.int(), urgent: z.boolean() })),
})

export type OwnAlertsReply = z.infer<typeof ownAlertsReplySchema>

/** `POST /alerts/own/telegram`; without a code where the site has no bot. */
export const connectReplySchema = z.union([
  z.object({ code: z.null() }),
  z.object({ code: z.string(), bot: z.string(), link: z.url(), expiresAt: momentSchema }),
])

export type ConnectReply = z.infer<typeof connectReplySchema>

/** `POST /alerts/own/telegram/check`. */
export const checkReplySchema = z.object({ outcome: z.enum(['connected', 'waiting', 'over']) })

export type CheckReply = z.infer<typeof checkReplySchema>

/** `POST /alerts/own/browsers`. */
export const browserBodySchema = subscribeBodySchema.extend({ label: z.string().trim().min(1).max(60) })

export type BrowserBody = z.output<typeof browserBodySchema>

/** `POST /alerts/own/channels/:id/quiet`. */
export const quietBodySchema = z.strictObject({ quiet: z.boolean() })

/** `GET /alerts`. */
export const alertsQuerySchema = z.strictObject({
  cursor: z.uuid().optional(),
  state: z.enum(ALERT_STATES).optional(),
})

export type AlertsQuery = z.output<typeof alertsQuerySchema>

const alertRowSchema = z.object({
  id: z.uuid(),
  at: momentSchema,
  /** Null for the webhook of the shop. */
  member: z.string().nullable(),
  channel: z.enum(CHANNEL_KINDS),
  /** Empty for a test. */
  matters: z.array(
    z.object({
      kind: z.enum(ALERT_KINDS),
      key: z.string(),
      count: z.int(),
      since: momentSchema,
      urgent: z.boolean(),
    }),
  ),
  state: z.enum(ALERT_STATES),
  /** When it was sent or given up; null while it waits. */
  endedAt: momentSchema.nullable(),
  attempts: z.int(),
  problem: z.string().nullable(),
})

export type AlertRow = z.infer<typeof alertRowSchema>

export const alertsReplySchema = z.object({ rows: z.array(alertRowSchema), cursor: z.uuid().nullable() })

export type AlertsReply = z.infer<typeof alertsReplySchema>
