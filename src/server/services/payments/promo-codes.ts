// Promo codes as the shop makes them: the check of a new one, one code or a batch of codes for one use each, their end, their costs.
import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { Case } from '../../../game/catalogue/catalogue.ts'
import { isPromoName, PREFIX_MOST, type PromoFault, promoName } from '../../../game/office/promo.ts'
import { entriesMean } from '../../../game/rewards/gift-cost.ts'
import { promoBound, promoCaseBound } from '../../../game/rewards/promo-bound.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Database, Queries } from '../../db/database.ts'
import { orders } from '../../db/schema-payments.ts'
import { promoBatches, promoCodes } from '../../db/schema-promo.ts'
import { IS_OPEN, IS_USED } from './promo.ts'

type PromoCode = typeof promoCodes.$inferSelect

/** What a code gives, and to whom; money in cents. */
type PromoTerms = Pick<PromoCode, 'percent' | 'startsAt' | 'endsAt' | 'steamLevel' | 'depositMin'> &
  Partial<Pick<PromoCode, 'sum' | 'caseUrl'>>

/** The fields of a new code; `code` as promoName returns it. */
export type NewPromo = PromoTerms & Pick<PromoCode, 'code' | 'usesMax' | 'usesPerPlayer'>

/** The fields of a new batch; `prefix` as promoName returns it. */
export interface NewBatch extends PromoTerms {
  readonly prefix: string
  readonly count: number
}

/** Tells what the code is called: a code of its own, or what all codes of a batch begin with. */
export type PromoWish = PromoTerms &
  Partial<Pick<PromoCode, 'usesPerPlayer'>> & { readonly code: string; readonly isBatch: boolean }

/** What a new code is compared with: the caps of bonuses, and the cases that are sold now. */
export interface PromoRules {
  readonly gifts: Pick<GiftRules, 'depositBonus'>
  readonly caseOf?: (url: string) => Case | undefined
}

const fault = (field: PromoFault['field'], kind: PromoFault['fault'], message: string): PromoFault => {
  return { field, fault: kind, message, given: 0, most: 0, least: 0 }
}

function caseFaults(url: string, uses: number, { gifts, caseOf }: PromoRules): PromoFault[] {
  const box = caseOf?.(url)
  if (box === undefined) return [fault('case', 'case-unknown', `No case ${url} is sold now`)]
  const bound = promoCaseBound({ mean: entriesMean(box.entries), uses }, gifts)
  return bound === null ? [] : [{ ...bound, field: 'case' }]
}

function boundFaults(
  { percent, sum = 0, caseUrl = null, depositMin, usesPerPlayer = 1 }: PromoWish,
  rules: PromoRules,
): PromoFault[] {
  if (caseUrl !== null) return caseFaults(caseUrl, usesPerPlayer, rules)
  const { gifts } = rules
  const bound = promoBound({ percent, sum: cents(sum), depositMin: cents(depositMin) }, gifts)
  if (bound === null) return []
  const field = ({ 'case-most': 'case', 'percent-most': 'percent', 'sum-most': 'sum', share: 'depositMin' } as const)[
    bound.fault
  ]
  return [{ ...bound, field }]
}

function periodFaults({ startsAt, endsAt }: PromoTerms, at: Date): PromoFault[] {
  if (endsAt === null) return []
  if (endsAt <= at) return [fault('endsAt', 'period-over', 'The last day is over')]
  if (startsAt === null || startsAt < endsAt) return []
  return [fault('endsAt', 'period-order', 'The code would end before it begins')]
}

async function codeFaults(queries: Queries, { code, isBatch }: PromoWish): Promise<PromoFault[]> {
  const name = promoName(code)
  if (name === null || !isPromoName(code, isBatch)) {
    const most = isBatch ? PREFIX_MOST : 40
    return [fault('code', 'code-form', `A code has up to ${most} letters, digits, hyphens and underscores, no spaces`)]
  }
  if (isBatch || (await queries.$count(promoCodes, eq(promoCodes.code, name))) === 0) return []
  return [fault('code', 'code-taken', `There is, or was, a code ${name}, and a name is used once. Choose another one`)]
}

/** Returns what is wrong with a new code or batch, by the fields of its form; none when it can be made. */
export async function promoFaults(
  queries: Queries,
  wish: PromoWish,
  rules: PromoRules,
  at: Date,
): Promise<PromoFault[]> {
  return [...(await codeFaults(queries, wish)), ...boundFaults(wish, rules), ...periodFaults(wish, at)]
}

/** Adds a code, in the transaction of an act; false when the name exists or existed, because the uses and costs of two would be mixed up. */
export async function createPromoIn(tx: Queries, promo: NewPromo, by: Actor): Promise<boolean> {
  const made = await tx
    .insert(promoCodes)
    .values(promo)
    .onConflictDoNothing({ target: promoCodes.code })
    .returning({ id: promoCodes.id })
  if (made.length === 0) return false
  await recordAct(tx, { by, verb: 'promo.create', kind: 'promo', subject: promo.code, after: promo })
  return true
}

/** As createPromoIn, in a transaction of its own. */
export function createPromo(db: Database, promo: NewPromo, by: Actor): Promise<boolean> {
  return db.transaction((tx) => createPromoIn(tx, promo, by))
}

/** Digits and small letters that nobody takes for another one: no 0 and o, no 1, i and l. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Letters by chance of a code: 31 to the power of ten, of which a batch has at most ten thousand. */
const LETTERS_BY_CHANCE = 10

/** Rows of one statement. */
const ROWS_AT_ONCE = 1_000

/** How often codes that exist already are drawn anew: one of 10¹¹ draws is taken. */
const DRAWS = 8

function randomCode(prefix: string): string {
  const letters = Array.from({ length: LETTERS_BY_CHANCE }, () => LETTERS[randomInt(LETTERS.length)])
  return `${prefix}-${letters.join('')}`
}

/** How the audit names a batch: no code has this sign. */
export const batchSubject = (id: number): string => `#${id}`

/**
 * Adds a batch and its codes, in the transaction of an act. Returns its number.
 *
 * @throws Error when codes that are free cannot be drawn
 */
export async function createBatchIn(tx: Queries, { prefix, count, ...terms }: NewBatch, by: Actor): Promise<number> {
  const [batch] = await tx
    .insert(promoBatches)
    .values({ prefix, count, ...terms })
    .returning({ id: promoBatches.id })
  if (batch === undefined) throw new Error('A batch was not stored')
  let missing = count
  for (let draw = 0; missing > 0; draw++) {
    if (draw === DRAWS * Math.ceil(count / ROWS_AT_ONCE)) throw new Error(`No codes were free for batch ${batch.id}`)
    const names = new Set(Array.from({ length: Math.min(missing, ROWS_AT_ONCE) }, () => randomCode(prefix)))
    const made = await tx
      .insert(promoCodes)
      .values([...names].map((code) => ({ ...terms, code, usesMax: 1, usesPerPlayer: 1, batchId: batch.id })))
      .onConflictDoNothing({ target: promoCodes.code })
      .returning({ id: promoCodes.id })
    missing -= made.length
  }
  const after = { prefix, count, ...terms }
  await recordAct(tx, { by, verb: 'promo.create', kind: 'promo', subject: batchSubject(batch.id), after })
  return batch.id
}

/** Returns the codes of a batch in the order in which they were made. */
export function batchCodes(queries: Queries, id: number): Promise<{ id: number; code: string }[]> {
  const { id: codeId, code, batchId } = promoCodes
  return queries.select({ id: codeId, code }).from(promoCodes).where(eq(batchId, id)).orderBy(codeId)
}

export interface PromoReport extends PromoCode {
  readonly paid: number
  readonly open: number
  /** Bonuses of its paid orders, in cents. */
  readonly cost: Cents
}

/** Returns all codes, oldest first, each with its uses and costs. */
export async function listPromos(db: Database): Promise<PromoReport[]> {
  const rows = await db.queries
    .select({
      promo: promoCodes,
      paid: sql<string>`count(*) filter (where ${IS_USED})`,
      open: sql<string>`count(*) filter (where ${IS_OPEN})`,
      cost: sql<string>`coalesce(sum(${orders.bonus} - ${orders.bonusReturned}) filter (where ${IS_USED}), 0)`,
    })
    .from(promoCodes)
    .leftJoin(orders, eq(orders.promoId, promoCodes.id))
    .groupBy(promoCodes.id)
    .orderBy(promoCodes.id)
  return rows.map(({ promo, paid, open, cost }) => ({
    ...promo,
    paid: Number(paid),
    open: Number(open),
    cost: cents(Number(cost)),
  }))
}

/** Who ends a code or a batch, and why. */
export interface Ending {
  readonly by: Actor
  readonly at: Date
  readonly reason?: string
}

const ENDED = { before: { ended: false }, after: { ended: true } } as const

/** Ends a code for good, in the transaction of an act; orders that hold a use keep it. False when it was ended before, or is unknown. */
export async function endPromoIn(tx: Queries, code: string, { by, at, reason }: Ending): Promise<boolean> {
  const ended = await tx
    .update(promoCodes)
    .set({ endedAt: at })
    .where(and(eq(promoCodes.code, code), isNull(promoCodes.endedAt)))
    .returning({ id: promoCodes.id })
  if (ended.length === 0) return false
  await recordAct(tx, { by, verb: 'promo.end', kind: 'promo', subject: code, ...ENDED, reason })
  return true
}

/** Ends a batch with all its codes, as endPromoIn does with one. */
export async function endBatchIn(tx: Queries, id: number, { by, at, reason }: Ending): Promise<boolean> {
  const ended = await tx
    .update(promoBatches)
    .set({ endedAt: at })
    .where(and(eq(promoBatches.id, id), isNull(promoBatches.endedAt)))
    .returning({ id: promoBatches.id })
  if (ended.length === 0) return false
  await tx
    .update(promoCodes)
    .set({ endedAt: at })
    .where(and(eq(promoCodes.batchId, id), isNull(promoCodes.endedAt)))
  await recordAct(tx, { by, verb: 'promo.end', kind: 'promo', subject: batchSubject(id), ...ENDED, reason })
  return true
}

/** Ends a code for good; orders that hold a use keep it. Returns the state it was in. */
export async function endPromo(
  db: Database,
  code: string,
  at: Date,
  by: Actor,
): Promise<'ended' | 'ended-before' | 'unknown'> {
  if (await db.transaction((tx) => endPromoIn(tx, code, { by, at }))) return 'ended'
  const known = await db.queries.$count(promoCodes, eq(promoCodes.code, code))
  return known === 0 ? 'unknown' : 'ended-before'
}
