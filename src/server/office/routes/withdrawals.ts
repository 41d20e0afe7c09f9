// The room Withdrawals: cases, their claims and decisions; withdrawals that are stuck, and all of them.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import { idParamsSchema } from '../../../protocol/office/common.ts'
import {
  approveBodySchema,
  type CaseReply,
  type CasesReply,
  caseParamsSchema,
  casesQuerySchema,
  claimBodySchema,
  failBodySchema,
  handOverBodySchema,
  type LiveCasesReply,
  refuseBodySchema,
  type StuckReply,
  stuckQuerySchema,
  type WithdrawalReply,
  type WithdrawalsReply,
  withdrawalsQuerySchema,
} from '../../../protocol/office/withdrawals.ts'
import { ProtocolError } from '../../base/refusal.ts'
import { asAnswer } from '../../services/office/withdrawals/acts.ts'
import { listAllWithdrawals, withdrawalPage } from '../../services/office/withdrawals/all.ts'
import { casePage } from '../../services/office/withdrawals/case-page.ts'
import { caseState, listCases, liveCases } from '../../services/office/withdrawals/cases.ts'
import { listStuck } from '../../services/office/withdrawals/stuck.ts'
import { whileGivingUp } from '../../services/withdrawal/operator.ts'
import { TradeFailed } from '../../trade/provider.ts'
import { type Facts, sessionOf } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const READ = { verb: 'withdrawals.read' } as const

/** Adds the calls about cases. */
function caseRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, withdrawals } = services
  const { acts, isChecking, catalogue } = withdrawals
  const params = caseParamsSchema
  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof params>
    return { state: await caseState(db.queries, id) }
  }
  const about = (verb: Verb) => ({ verb, facts })

  api.get(
    '/withdrawals',
    { config: READ, schema: { querystring: casesQuerySchema } },
    (request): Promise<CasesReply> =>
      listCases(db.queries, request.query, { staffId: sessionOf(request).staff.id, isChecking, nowMs: now() }),
  )

  api.get('/withdrawals/live', { config: READ }, (): Promise<LiveCasesReply> => liveCases(db.queries, now()))

  api.get(
    '/withdrawals/cases/:id',
    { config: READ, schema: { params } },
    (request): Promise<CaseReply> => casePage(db, request.params.id, { loaded: catalogue(), nowMs: now() }),
  )

  api.post(
    '/withdrawals/cases/:id/claim',
    { config: about('withdrawals.claim'), schema: { params, body: claimBodySchema } },
    (request) => runAct(services, request, acts.claim, { playerId: request.params.id }, request.body.reason ?? ''),
  )

  api.post('/withdrawals/cases/:id/release', { config: about('withdrawals.release'), schema: { params } }, (request) =>
    runAct(services, request, acts.release, { playerId: request.params.id }, ''),
  )

  api.post(
    '/withdrawals/cases/:id/hand-over',
    { config: about('withdrawals.handOver'), schema: { params, body: handOverBodySchema } },
    (request) => {
      const { to, reason = '' } = request.body
      return runAct(services, request, acts.handOver, { playerId: request.params.id, to }, reason)
    },
  )

  api.post(
    '/withdrawals/cases/:id/approve',
    { config: about('withdrawals.approve'), schema: { params, body: approveBodySchema } },
    (request) => {
      const { items, reason = '' } = request.body
      return runAct(services, request, acts.approve, { playerId: request.params.id, items }, reason)
    },
  )

  api.post(
    '/withdrawals/cases/:id/refuse',
    { config: about('withdrawals.refuse'), schema: { params, body: refuseBodySchema } },
    (request) => {
      const { items, refusal, reason } = request.body
      return runAct(services, request, acts.refuse, { playerId: request.params.id, items, refusal }, reason)
    },
  )
}

/** Adds the calls about single withdrawals. */
function withdrawalLists(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, withdrawals } = services
  const { acts, trade } = withdrawals
  const params = idParamsSchema
  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof params>
    return { state: (await withdrawalPage(db.queries, id, now())).state }
  }
  const about = (verb: Verb) => ({ verb, facts })

  api.get(
    '/withdrawals/stuck',
    { config: READ, schema: { querystring: stuckQuerySchema } },
    (request): Promise<StuckReply> => listStuck(db.queries, request.query, now()),
  )

  api.get(
    '/withdrawals/all',
    { config: READ, schema: { querystring: withdrawalsQuerySchema } },
    (request): Promise<WithdrawalsReply> => listAllWithdrawals(db.queries, request.query),
  )

  api.get(
    '/withdrawals/:id',
    { config: READ, schema: { params } },
    (request): Promise<WithdrawalReply> => withdrawalPage(db.queries, request.params.id, now()),
  )

  api.post('/withdrawals/:id/retry', { config: about('withdrawals.retry'), schema: { params } }, (request) =>
    runAct(services, request, acts.retry, { id: request.params.id }, ''),
  )

  api.post(
    '/withdrawals/:id/fail',
    { config: about('withdrawals.fail'), schema: { params, body: failBodySchema } },
    async (request) => {
      const { reason, byHand } = request.body
      try {
        return await asAnswer(
          whileGivingUp({ db, provider: trade, now }, request.params.id, byHand, (made) =>
            runAct(services, request, acts.fail, { ...made, byHand }, reason),
          ),
        )
      } catch (error) {
        if (!(error instanceof TradeFailed)) throw error
        throw new ProtocolError(409, 'trade-failed', error.message)
      }
    },
  )
}

/** Adds the calls. */
export function withdrawalRoutes(api: OfficeApi, parts: OfficeRouteParts): void {
  caseRoutes(api, parts)
  withdrawalLists(api, parts)
}
