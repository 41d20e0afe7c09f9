// Push messages to a device of a player: whether they are on, and what turns them on and off.
import { z } from 'zod'
import { refusalSchema } from './common.ts'

/** What a push message is about. */
export const PUSH_KINDS = ['raffle', 'withdrawal', 'deposit', 'letter', 'notice', 'test'] as const

export type PushKind = (typeof PUSH_KINDS)[number]

/** A push message as the service worker receives it. Its texts name no amount, no item and no player. */
export interface PushMessage {
  readonly kind: PushKind
  readonly title: string
  readonly body: string
  /** The language of its texts. */
  readonly lang: string
  /** A path of the site. */
  readonly link: string
}

export const pushReplySchema = z.object({
  success: z.literal(true),
  /** The site's public key, for `PushManager.subscribe`; null where the site sends no push messages. */
  key: z.string().nullable(),
  /** Whether this device is subscribed. */
  on: z.boolean(),
  /** True while a time-out or a self-exclusion is in force: nothing is sent. */
  silent: z.boolean(),
})

export type PushReply = z.infer<typeof pushReplySchema>

const ENDPOINT_LENGTH = 1000

/** A subscription as `PushSubscription.toJSON` gives it, without the time at which it expires. */
export const subscribeBodySchema = z.strictObject({
  endpoint: z.url().max(ENDPOINT_LENGTH),
  keys: z.strictObject({
    /** The browser's public key: an uncompressed point of P-256, base64url. */
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/),
    /** 16 random bytes of the browser, base64url. */
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  }),
})

export type SubscribeBody = z.infer<typeof subscribeBodySchema>

export const pushBodySchema = z.strictObject({})

export const pushChangeReplySchema = z.union([z.object({ success: z.literal(true) }), refusalSchema])

export type PushChangeReply = z.infer<typeof pushChangeReplySchema>
