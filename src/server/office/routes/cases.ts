// The room Cases. Its records are files of the shop, which drafts change (drafts.ts).
import type { CasesReply } from '../../../protocol/office/cases.ts'
import { readCaseFacts } from '../../services/office/cases/facts.ts'
import { createCaseHistory } from '../../services/office/cases/history.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function caseRoutes(api: OfficeApi, { services }: OfficeRouteParts): void {
  const { db, today, withdrawals } = services
  const parts = { ...today, catalogue: withdrawals.catalogue, changes: createCaseHistory(db.queries) }

  api.get('/cases', { config: { verb: 'cases.read' } }, (): Promise<CasesReply> => readCaseFacts(parts))
}
