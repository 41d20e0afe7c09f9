// Who acts in tests about what the audit records in any case.
import type { Actor } from '../../../src/server/audit/actor.ts'

export const OPERATOR: Actor = { kind: 'command', name: 'anna@shop1' }
