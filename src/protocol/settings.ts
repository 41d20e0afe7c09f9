// The settings of the site that the interface loads first.
import { z } from 'zod'
import { LANGUAGES, perLanguage } from '../game/base/language.ts'
import { CURRENCIES } from '../game/payments/deposit.ts'

export const settingsSchema = z.object({
  sitename: z.string(),
  mode: z.enum(['sandbox', 'live']),
  /** Null for the ports of the specification (8443 for https, else 8081). */
  realtimePort: z.int().nullable(),
  /** The operator's accounts for social links; empty where there is none. */
  social: z.object({
    instagram: z.string(),
    tiktok: z.string(),
    telegram: z.string(),
    x: z.string(),
  }),
  /** What players choose from. */
  languages: z.array(z.enum(LANGUAGES)).readonly(),
  /** The currency of deposits that is selected at first. */
  defaultCurrency: z.object(perLanguage(() => z.enum(CURRENCIES))),
  /** What staff switched off, with what they say about it. */
  off: z.array(
    z.object({
      /** A part of the shop, or `deposits.provider.method`. */
      name: z.string(),
      /** The label of a way to deposit; null for a part. */
      title: z.string().nullable(),
      words: z.object(perLanguage(() => z.string())),
      /** When it is on again at the latest, in milliseconds since 1970; null where that is not known. */
      until: z.int().nullable(),
    }),
  ),
  /** The server's clock in milliseconds since 1970, because a browser's may be wrong. */
  now: z.int(),
})

export type Settings = z.infer<typeof settingsSchema>
