// Orders in the office: what a refund would do, and the call that asks for it.
import { z } from 'zod'
import { centsSchema } from '../common.ts'
import { reasonSchema } from './common.ts'
import { entrySchema } from './proposals.ts'

/** `GET /orders/:id/refund`; `byHand`: the money was paid back outside. */
export const refundQuerySchema = z.strictObject({ byHand: z.stringbool().default(false) })

/** What a refund would take now, in cents, and counts. */
export const refundPreviewSchema = z.object({
  amount: centsSchema,
  bonus: centsSchema,
  commission: centsSchema,
  debt: centsSchema,
  itemsSold: z.int(),
  itemsWorth: centsSchema,
  prizesTaken: z.int(),
  prizesCharged: centsSchema,
  entries: z.array(entrySchema),
})

export type RefundPreview = z.infer<typeof refundPreviewSchema>

/** `POST /orders/:id/refund`. */
export const refundBodySchema = z.strictObject({ byHand: z.boolean().default(false), reason: reasonSchema })
