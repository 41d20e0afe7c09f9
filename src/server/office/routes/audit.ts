// The room Audit.
import { auditQuerySchema } from '../../../protocol/office/audit.ts'
import { idParamsSchema } from '../../../protocol/office/common.ts'
import { readAudit, readAuditEntry } from '../../services/office/audit.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function auditRoutes(api: OfficeApi, { services: { db } }: OfficeRouteParts): void {
  const config = { verb: 'audit.read' } as const
  api.get('/audit', { config, schema: { querystring: auditQuerySchema } }, ({ query }) => readAudit(db, query))
  api.get('/audit/:id', { config, schema: { params: idParamsSchema } }, ({ params }) => readAuditEntry(db, params.id))
}
