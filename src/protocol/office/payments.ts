// The other lists of the room Payments: kept money, disputes, debts.
import { z } from 'zod'
import { CURRENCIES } from '../../game/payments/deposit.ts'
import { DISPUTE_STATES } from '../../game/payments/reversal.ts'
import { KEPT_REASONS } from '../../game/withdrawal/kept-reasons.ts'
import { centsSchema } from '../common.ts'
import { momentSchema } from './common.ts'

const playerSchema = z.object({ id: z.int(), username: z.string() })

export const cursorQuerySchema = z.strictObject({ cursor: z.string().max(320).optional() })

/** Who sends kept money back: the provider is asked at `dueAt`, or a person has to. `crediting`: it was approved. */
const KEPT_WAYS = ['provider', 'person', 'crediting'] as const

const keptRowSchema = z.object({
  order: z.uuid(),
  part: z.enum(['payment', 'excess']),
  player: playerSchema,
  provider: z.string(),
  reason: z.enum(KEPT_REASONS),
  since: momentSchema,
  amount: centsSchema,
  /** In minor units of the currency. */
  minor: z.int(),
  currency: z.enum(CURRENCIES),
  way: z.enum(KEPT_WAYS),
  dueAt: momentSchema.nullable(),
  problem: z.string().nullable(),
})

export type KeptRow = z.infer<typeof keptRowSchema>

/** `GET /payments/kept`: what is kept longest first, fifty a page. */
export const keptReplySchema = z.object({ kept: z.array(keptRowSchema), cursor: z.string().nullable() })

export type KeptReply = z.infer<typeof keptReplySchema>

/** `GET /payments/disputes`. */
export const disputesQuerySchema = cursorQuerySchema.extend({ state: z.enum(DISPUTE_STATES).default('open') })

const disputeRowSchema = z.object({
  /** The provider's id of it. */
  id: z.string(),
  order: z.uuid(),
  player: playerSchema,
  provider: z.string(),
  state: z.enum(DISPUTE_STATES),
  reason: z.string(),
  minor: z.int(),
  currency: z.enum(CURRENCIES),
  openedAt: momentSchema,
  dueAt: momentSchema.nullable(),
  closedAt: momentSchema.nullable(),
  /** When an answer was noted last. */
  answeredAt: momentSchema.nullable(),
})

export type DisputeListRow = z.infer<typeof disputeRowSchema>

/** Open ones by their deadline, those without one last; closed ones by their end, the newest first. Fifty a page. */
export const disputesReplySchema = z.object({ disputes: z.array(disputeRowSchema), cursor: z.string().nullable() })

export type DisputesReply = z.infer<typeof disputesReplySchema>

const debtRowSchema = z.object({
  player: playerSchema,
  debt: centsSchema,
  /** What credits have paid since. */
  paid: centsSchema,
  /** Since when withdrawals are frozen because of it; null where that is not known. */
  since: momentSchema.nullable(),
  /** The order of which it is. */
  order: z.uuid().nullable(),
})

export type DebtRow = z.infer<typeof debtRowSchema>

/** `GET /payments/debts`: the greatest first, fifty a page. */
export const debtsReplySchema = z.object({ debts: z.array(debtRowSchema), cursor: z.string().nullable() })

export type DebtsReply = z.infer<typeof debtsReplySchema>
