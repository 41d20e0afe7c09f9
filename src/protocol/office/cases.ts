// The room Cases: what was sold of each case, and when its record changed. The records themselves are files of the shop (drafts.ts).
import { z } from 'zod'
import { centsSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const caseFactsSchema = z.object({
  url: z.string(),
  /** Openings of the last thirty days, today included, and what they cost. */
  sold: z.int(),
  staked: centsSchema,
  /** What they returned, and what their odds promised, as fractions; null where nothing was sold. */
  measured: z.number().nullable(),
  promised: z.number().nullable(),
  /** The edition that changed its record last; null where it is older than those that were looked through. */
  changed: z.object({ edition: z.int(), at: momentSchema }).nullable(),
  /** Whether the site has paused it because prices of its items are held. */
  isHeld: z.boolean(),
})

export type CaseFacts = z.infer<typeof caseFactsSchema>

/** `GET /cases`. */
export const casesReplySchema = z.object({
  cases: z.array(caseFactsSchema),
  /** The time of the site. */
  now: momentSchema,
})

export type CasesReply = z.infer<typeof casesReplySchema>
