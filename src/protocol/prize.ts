// A prize as all rewards show it.
import { z } from 'zod'
import { centsSchema, itemViewSchema, localizedSchema } from './common.ts'

const nothingSchema = z.object({ kind: z.literal('nothing') })
const balanceSchema = z.object({ kind: z.literal('balance'), amount: centsSchema })
export const itemPrizeSchema = z.object({ kind: z.literal('item'), item: itemViewSchema, price: centsSchema })
/** A free opening of a case. */
const caseSchema = z.object({
  kind: z.literal('case'),
  case: z.object({ url: z.string(), image: z.string(), name: localizedSchema }),
  price: centsSchema,
})

export const prizeSchema = z.discriminatedUnion('kind', [nothingSchema, balanceSchema, itemPrizeSchema, caseSchema])

export type PrizeView = z.infer<typeof prizeSchema>
