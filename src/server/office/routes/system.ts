// The room System.
import type { FastifyRequest } from 'fastify'
import {
  type PressReply,
  pressBodySchema,
  type RunsReply,
  runsQuerySchema,
  type SecurityReply,
  type SettingsReply,
  type SystemReply,
  securityQuerySchema,
} from '../../../protocol/office/system.ts'
import { readJobRuns, readSecurity, readSystem } from '../../services/office/system-room.ts'
import type { UpkeepKind } from '../../services/operations/upkeep.ts'
import { actorOf } from '../guards.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function systemRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, now, system } = services
  const read = { verb: 'system.read' } as const

  api.get('/system', { config: read }, (): Promise<SystemReply> => readSystem(db, system, now()))

  api.get(
    '/system/runs',
    { config: read, schema: { querystring: runsQuerySchema } },
    ({ query }): Promise<RunsReply> => readJobRuns(db, query),
  )

  api.get('/system/settings', { config: read }, async (): Promise<SettingsReply> => {
    return { settings: [...system.settings] }
  })

  api.get(
    '/system/security',
    { config: read, schema: { querystring: securityQuerySchema } },
    ({ query }): Promise<SecurityReply> => readSecurity(db, query),
  )

  const press =
    (kind: UpkeepKind) =>
    (request: FastifyRequest): Promise<PressReply> =>
      system.upkeep.begin(kind, actorOf(request))

  api.post('/system/check', { config: { verb: 'system.check' }, schema: { body: pressBodySchema } }, press('check'))

  api.post('/system/backup', { config: { verb: 'system.backup' }, schema: { body: pressBodySchema } }, press('backup'))
}
