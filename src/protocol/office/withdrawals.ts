// The room Withdrawals: cases of players whose withdrawals wait for a person, what each rests on, and the decision; withdrawals that are stuck.
import { z } from 'zod'
import { CASE_ITEMS_MOST, CLAIM_FILTERS, STUCK_KINDS } from '../../game/office/cases.ts'
import { HOLD_REASONS, STATE_REASONS, WITHDRAWAL_STATES } from '../../game/withdrawal/withdrawal.ts'
import { REVIEW_REASONS } from '../../game/withdrawal/withdrawal-review.ts'
import { centsSchema, itemViewSchema, localizedSchema } from '../common.ts'
import { actSchema, momentSchema, reasonSchema } from './common.ts'
import { playerReplySchema } from './players.ts'

const personSchema = z.object({ id: z.uuid(), name: z.string() })

/** Who looks into a case. */
const claimSchema = z.object({ by: personSchema, since: momentSchema, until: momentSchema })

export type Claim = z.infer<typeof claimSchema>

/** A filter that is left out allows everything. */
export const casesQuerySchema = z.strictObject({
  cursor: z.string().max(60).optional(),
  claim: z.enum(CLAIM_FILTERS).optional(),
  reason: z.enum(REVIEW_REASONS).optional(),
  /** The least sum of the case when its items were won, in cents. */
  least: z.coerce.number().int().min(0).optional(),
  /** Only those that wait for so many hours at least. */
  hours: z.coerce.number().int().min(0).max(10_000).optional(),
})

export type CasesQuery = z.output<typeof casesQuerySchema>

const caseRowSchema = z.object({
  player: z.object({ id: z.int(), username: z.string() }),
  /** Since when the longest of its withdrawals waits. */
  since: momentSchema,
  /** How many withdrawals wait, and their sum when their items were won. */
  items: z.int(),
  won: centsSchema,
  reasons: z.array(z.enum(REVIEW_REASONS)),
  claim: claimSchema.nullable(),
  /** Whether an approval waits for a second person. */
  isProposed: z.boolean(),
})

export type CaseRow = z.infer<typeof caseRowSchema>

/** `GET /withdrawals`: those that wait longest first, fifty a page. */
export const casesReplySchema = z.object({
  cases: z.array(caseRowSchema),
  cursor: z.string().nullable(),
  /** Whether the shop holds withdrawals for a person: a sandbox does where its settings say so. */
  isChecking: z.boolean(),
})

export type CasesReply = z.infer<typeof casesReplySchema>

/** `GET /withdrawals/live`: what tells whether a list is out of date. Light enough to be asked every few seconds. */
export const liveCasesReplySchema = z.object({
  /** How many players wait. */
  waiting: z.int(),
  /** When a withdrawal began to wait last; null for none. */
  newest: momentSchema.nullable(),
  claims: z.array(z.object({ player: z.int(), by: z.uuid(), until: momentSchema })),
})

export type LiveCasesReply = z.infer<typeof liveCasesReplySchema>

export const caseParamsSchema = z.strictObject({ id: z.coerce.number().int().min(1000).max(2_147_483_647) })

const caseItemSchema = z.object({
  /** Of the withdrawal. */
  id: z.uuid(),
  item: itemViewSchema,
  /** What it was won at, and what it costs now. */
  won: centsSchema,
  now: centsSchema,
  /** Which game it is from. */
  source: z.string(),
  requestedAt: momentSchema,
  since: momentSchema,
  reasons: z.array(z.enum(REVIEW_REASONS)),
})

export type CaseItem = z.infer<typeof caseItemSchema>

const battlePairSchema = z.object({
  player: z.object({ id: z.int(), username: z.string() }),
  battles: z.int(),
  /** Whether they share a device or a card. */
  isPaired: z.boolean(),
  received: centsSchema,
  given: centsSchema,
  won: centsSchema,
  lost: centsSchema,
  lastDay: z.string(),
})

/** What the reasons rest on, with the limits that apply now. */
const evidenceSchema = z.object({
  value: z.object({
    item: centsSchema,
    day: centsSchema,
    /** How many withdrawals the day has. */
    dayCount: z.int(),
    itemAbove: centsSchema,
    dayAbove: centsSchema,
  }),
  deposits: z.object({
    count: z.int(),
    sum: centsSchema,
    first: z.object({ order: z.uuid(), at: momentSchema, amount: centsSchema }).nullable(),
    last: z.object({ order: z.uuid(), at: momentSchema, amount: centsSchema }).nullable(),
    firstDepositHours: z.int(),
  }),
  /** What Steam said last; null where it never told. */
  steam: z
    .object({
      createdAt: momentSchema.nullable(),
      isPrivate: z.boolean(),
      isLimited: z.boolean(),
      isTradeBanned: z.boolean(),
      checkedAt: momentSchema,
    })
    .nullable(),
  steamAccountDays: z.int(),
  battles: z.array(battlePairSchema),
  /** Weak reasons, and the sum of 24 hours below which they hold nothing. */
  weak: z.object({ reasons: z.array(z.enum(REVIEW_REASONS)), dayBelow: centsSchema }),
})

export type Evidence = z.infer<typeof evidenceSchema>

const disputeSchema = z.object({
  order: z.uuid(),
  provider: z.string(),
  reference: z.string(),
  reason: z.string(),
  /** Of the order, in cents. */
  amount: centsSchema,
  openedAt: momentSchema,
})

const refusalSchema = z.object({
  id: z.string(),
  /** What the player reads; null where the shop has no words of its own. */
  text: localizedSchema.nullable(),
})

export type RefusalView = z.infer<typeof refusalSchema>

/** `GET /withdrawals/cases/:id`. */
export const caseReplySchema = z.object({
  player: playerReplySchema,
  /** Those that wait, the longest first, two hundred at most; none once the case is decided. */
  items: z.array(caseItemSchema),
  evidence: evidenceSchema,
  disputes: z.array(disputeSchema),
  /** What was approved of the player's withdrawals within 24 hours: it counts towards the limit of the second person. */
  approved: centsSchema,
  /** Other withdrawals that are under way, how many. */
  underWay: z.int(),
  claim: claimSchema.nullable(),
  /** An approval that waits for a second person. */
  proposal: z.object({ id: z.uuid(), by: personSchema, amount: centsSchema, until: momentSchema }).nullable(),
  /** Who may be handed the case. */
  colleagues: z.array(personSchema),
  refusals: z.array(refusalSchema),
})

export type CaseReply = z.infer<typeof caseReplySchema>

/** `POST /withdrawals/cases/:id/claim`: with a word where a colleague has it. */
export const claimBodySchema = z.strictObject({ reason: reasonSchema.optional() })

/** `POST /withdrawals/cases/:id/hand-over`. */
export const handOverBodySchema = z.strictObject({ to: z.uuid(), reason: reasonSchema.optional() })

/** The withdrawals of the case that are meant; all that wait where it is left out. */
const itemsSchema = z.array(z.uuid()).min(1).max(CASE_ITEMS_MOST).optional()

/** `POST /withdrawals/cases/:id/approve`. */
export const approveBodySchema = z.strictObject({ items: itemsSchema, reason: reasonSchema.optional() })

/** `POST /withdrawals/cases/:id/refuse`: `refusal` is what the player reads, `reason` is for the record. */
export const refuseBodySchema = z.strictObject({
  items: itemsSchema,
  refusal: z.string().max(60),
  reason: reasonSchema,
})

/** `POST /withdrawals/:id/fail`. */
export const failBodySchema = z.strictObject({
  reason: reasonSchema,
  /** The person made sure at Steam that the player does not have the item. */
  byHand: z.boolean().default(false),
})

export const stuckQuerySchema = z.strictObject({ kind: z.enum(STUCK_KINDS), cursor: z.string().max(60).optional() })

const stuckRowSchema = z.object({
  id: z.uuid(),
  player: z.object({ id: z.int(), username: z.string() }),
  item: itemViewSchema,
  won: centsSchema,
  state: z.enum(WITHDRAWAL_STATES),
  reason: z.enum(STATE_REASONS).nullable(),
  since: momentSchema,
  failures: z.int(),
  problem: z.string().nullable(),
})

export type StuckRow = z.infer<typeof stuckRowSchema>

/** `GET /withdrawals/stuck`: the longest first, fifty a page. */
export const stuckReplySchema = z.object({
  rows: z.array(stuckRowSchema),
  cursor: z.string().nullable(),
  /** What the shop lacks: items of withdrawals that are out of stock, how many of each. */
  lacking: z.array(z.object({ item: itemViewSchema, count: z.int() })),
})

export type StuckReply = z.infer<typeof stuckReplySchema>

/** A filter that is left out allows everything. */
export const withdrawalsQuerySchema = z.strictObject({
  /** The id of the last withdrawal of the page before. */
  cursor: z.uuid().optional(),
  state: z.enum(WITHDRAWAL_STATES).optional(),
  /** The number of a player. */
  player: z.coerce.number().int().min(1000).max(2_147_483_647).optional(),
})

export type WithdrawalsQuery = z.output<typeof withdrawalsQuerySchema>

const withdrawalRowSchema = z.object({
  id: z.uuid(),
  player: z.object({ id: z.int(), username: z.string() }),
  item: itemViewSchema,
  won: centsSchema,
  state: z.enum(WITHDRAWAL_STATES),
  requestedAt: momentSchema,
  /** When it came into its state. */
  changedAt: momentSchema,
  /** The last decision about it: an approval, a refusal, giving up, or of the site to hold it; null where none was needed. */
  decision: actSchema.nullable(),
})

export type WithdrawalRow = z.infer<typeof withdrawalRowSchema>

/** `GET /withdrawals/all`: the newest first, fifty a page. */
export const withdrawalsReplySchema = z.object({
  rows: z.array(withdrawalRowSchema),
  /** Where the next page begins; with fewer rows than a page, how far was looked. Null at the end. */
  cursor: z.uuid().nullable(),
})

export type WithdrawalsReply = z.infer<typeof withdrawalsReplySchema>

/** `GET /withdrawals/:id`. */
export const withdrawalReplySchema = stuckRowSchema.extend({
  decision: actSchema.nullable(),
  provider: z.string(),
  reference: z.string().nullable(),
  requestedAt: momentSchema,
  hold: z.object({ reason: z.enum(HOLD_REASONS), until: momentSchema.nullable() }).nullable(),
  dueAt: momentSchema,
  /** Whether a process of the site works on it now. */
  isBusy: z.boolean(),
  steps: z.array(
    z.object({ id: z.int(), at: momentSchema, state: z.enum(WITHDRAWAL_STATES), note: z.string().nullable() }),
  ),
})

export type WithdrawalReply = z.infer<typeof withdrawalReplySchema>
