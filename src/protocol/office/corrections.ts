// The correction of a balance: what it would do, and the call that asks for it.
import { z } from 'zod'
import { centsSchema } from '../common.ts'
import { reasonSchema } from './common.ts'
import { entrySchema } from './proposals.ts'

/** `GET /players/:id/correction`: cents to give, below zero to take. */
export const correctionQuerySchema = z.strictObject({ amount: z.coerce.number().int() })

/** What a correction would do to the balance as it is now. */
export const correctionPreviewSchema = z.object({
  /** The balance before and after it. */
  before: centsSchema,
  after: centsSchema,
  /** What of it pays a debt. */
  debtPaid: centsSchema,
  /** What of it is taken from locked money. */
  locked: centsSchema,
  entries: z.array(entrySchema),
  /** The most that can be taken. */
  most: centsSchema,
  /** False where the balance does not cover it. */
  isPossible: z.boolean(),
})

export type CorrectionPreview = z.infer<typeof correctionPreviewSchema>

/** `POST /players/:id/correction`. A repeated call with the same key is answered like the first, and does nothing. */
export const correctionBodySchema = z.strictObject({
  key: z.uuid(),
  amount: z.int().refine((amount) => amount !== 0, 'is nothing: cents to give, or below zero to take'),
  reason: reasonSchema,
})
