// What the interface is told about the site on load.
import { z } from 'zod'

export const settingsSchema = z.object({
  sitename: z.string(),
  mode: z.enum(['sandbox', 'live']),
  /** Null for the ports of the specification (8443 for https, else 8081). */
  realtimePort: z.int().nullable(),
  /** Accounts for social links; empty where the operator has none. */
  social: z.object({
    instagram: z.string(),
    tiktok: z.string(),
    telegram: z.string(),
    x: z.string(),
  }),
  /** Milliseconds since 1970 on the server, for clocks that go wrong. */
  now: z.int(),
})

export type Settings = z.infer<typeof settingsSchema>
