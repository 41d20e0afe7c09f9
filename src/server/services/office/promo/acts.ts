// The acts about promo codes: they call the services that the command line calls.
import { z } from 'zod'
import type { Case } from '../../../../game/catalogue/catalogue.ts'
import { promoName } from '../../../../game/office/promo.ts'
import type { GiftRules } from '../../../../game/rewards/rewards.ts'
import { type PromoBody, type PromoCheckReply, promoBodySchema } from '../../../../protocol/office/promo.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Queries } from '../../../db/database.ts'
import {
  batchSubject,
  createBatchIn,
  createPromoIn,
  endBatchIn,
  endPromoIn,
  promoFaults,
} from '../../payments/promo-codes.ts'
import { defineAct, type OfficeAct, type Prospect } from '../acts.ts'
import { NotAllowed } from '../refusal.ts'
import { batchRow, codeRow } from './read.ts'

/** The acts, and the check of what is typed. */
export interface PromoActs {
  readonly create: OfficeAct
  readonly endCode: OfficeAct
  readonly endBatch: OfficeAct
  /** Records that the codes of a batch are handed out. */
  readonly codes: OfficeAct
  /** Returns what is wrong with a new code. */
  check(queries: Queries, body: PromoBody, at: Date): Promise<PromoCheckReply>
}

const dateOf = (atMs: number | null): Date | null => (atMs === null ? null : new Date(atMs))

const termsOf = ({ percent, sum, case: caseUrl, startsAt, endsAt, steamLevel, depositMin }: PromoBody) => {
  return { percent, sum, caseUrl, startsAt: dateOf(startsAt), endsAt: dateOf(endsAt), steamLevel, depositMin }
}

function ending(subject: string, before: boolean): Prospect {
  return { kind: 'promo', subject, difference: [{ field: 'ended', before, after: true }], entries: [] }
}

const batchBody = z.object({ id: z.int() })

const endBatch = defineAct({
  verb: 'promo.end',
  body: batchBody,
  look: async (tx, { id }) => ending(batchSubject(id), (await batchRow(tx, id)).endedAt !== null),
  run: async (tx, { id }, { by, at }) => {
    // A colleague was faster.
    if (!(await endBatchIn(tx, id, { by, at: new Date(at) }))) throw new NotAllowed('state')
    return {}
  },
})

const endCode = defineAct({
  verb: 'promo.end',
  body: z.object({ code: z.string() }),
  look: async (tx, { code }) => ending(code, (await codeRow(tx, code)).endedAt !== null),
  run: async (tx, { code }, { by, at }) => {
    if (!(await endPromoIn(tx, code, { by, at: new Date(at) }))) throw new NotAllowed('state')
    return {}
  },
})

const codes = defineAct({
  verb: 'promo.codes',
  body: batchBody,
  look: async (tx, { id }) => {
    const { count } = await batchRow(tx, id)
    const difference = [{ field: 'count', before: null, after: count } as const]
    return { kind: 'promo', subject: batchSubject(id), difference, entries: [] }
  },
  run: async (tx, { id }, { by }) => {
    const { count } = await batchRow(tx, id)
    await recordAct(tx, { by, verb: 'promo.codes', kind: 'promo', subject: batchSubject(id), after: { count } })
    return {}
  },
})

const refused = (field: string, message: string): ProtocolError =>
  new ProtocolError(409, 'promo-faults', message, { field })

/**
 * Makes the acts.
 *
 * @param gifts returns the shop's caps of bonuses, as they are now
 * @param caseOf returns a case that is sold now; undefined for none
 * @param now returns milliseconds since 1970
 */
export function createPromoActs(
  gifts: () => Pick<GiftRules, 'depositBonus'>,
  caseOf: (url: string) => Case | undefined,
  now: () => number,
): PromoActs {
  const faultsOf = (queries: Queries, body: PromoBody, at: Date) =>
    promoFaults(
      queries,
      {
        ...termsOf(body),
        code: body.code,
        isBatch: body.count !== null,
        usesPerPlayer: body.count === null ? body.usesPerPlayer : 1,
      },
      { gifts: gifts(), caseOf },
      at,
    )

  const create = defineAct({
    verb: 'promo.create',
    body: promoBodySchema,
    look: async (tx, body) => {
      const [fault] = await faultsOf(tx, body, new Date(now()))
      if (fault !== undefined) throw refused(fault.field, fault.message)
      const difference = [{ field: 'code', before: null, after: body.code } as const]
      return { kind: 'promo', subject: body.code, difference, entries: [] }
    },
    run: async (tx, body, { by }) => {
      const code = promoName(body.code)
      if (code === null) throw refused('code', 'A code has no such letters')
      const terms = termsOf(body)
      if (body.count !== null) {
        return { promo: { batch: await createBatchIn(tx, { ...terms, prefix: code, count: body.count }, by) } }
      }
      const { usesMax, usesPerPlayer } = body
      if (await createPromoIn(tx, { ...terms, code, usesMax, usesPerPlayer }, by)) return { promo: { code } }
      throw refused('code', `There is, or was, a code ${code}, and a name is used once. Choose another one`)
    },
  })

  return {
    create,
    endCode,
    endBatch,
    codes,
    check: async (queries, body, at) => {
      const { percent, mostCents } = gifts().depositBonus
      return { faults: await faultsOf(queries, body, at), most: { percent, sum: mostCents } }
    },
  }
}
