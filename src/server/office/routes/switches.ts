// The room Switches.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Verb } from '../../../game/office/verbs.ts'
import { type ActReply, reasonBodySchema } from '../../../protocol/office/common.ts'
import { type SwitchesReply, switchOffBodySchema, switchParamsSchema } from '../../../protocol/office/switches.ts'
import {
  assertSwitch,
  readSwitches,
  switchNamed,
  switchOff,
  switchOn,
  switchState,
} from '../../services/office/switch-acts.ts'
import type { Facts } from '../guards.ts'
import { type OfficeApi, type OfficeRouteParts, runAct } from './routes.ts'

const params = switchParamsSchema

/** Adds the calls. */
export function switchRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, refunds } = services

  const facts = async (request: FastifyRequest): Promise<Facts> => {
    const { id } = request.params as z.output<typeof switchParamsSchema>
    return { state: await switchState(db.queries, switchNamed(id)) }
  }
  const about = (verb: Verb) => ({ verb, facts })

  api.get(
    '/switches',
    { config: { verb: 'switches.read' } },
    (): Promise<SwitchesReply> => readSwitches(db, refunds.providers),
  )

  api.post(
    '/switches/:id/off',
    { config: about('switches.off'), schema: { params, body: switchOffBodySchema } },
    (request): Promise<ActReply> => {
      const { reason, ...body } = request.body
      assertSwitch(refunds.providers, request.params.id)
      return runAct(services, request, switchOff, { name: request.params.id, ...body }, reason)
    },
  )

  api.post(
    '/switches/:id/on',
    { config: about('switches.on'), schema: { params, body: reasonBodySchema } },
    (request): Promise<ActReply> =>
      runAct(services, request, switchOn, { name: request.params.id }, request.body.reason),
  )
}
