// The notifications of a signed-in player.
import { z } from 'zod'

const notificationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  link: z.string().optional(),
  /** Milliseconds since 1970. */
  created_at: z.int(),
  read: z.boolean(),
})

export type Notification = z.infer<typeof notificationSchema>

export const readBodySchema = z.strictObject({ ids: z.array(z.uuid()).max(200) })

export const notificationsReplySchema = z.array(notificationSchema)
