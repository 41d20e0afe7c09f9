// The features of the office, a plugin each.
import { auditRoutes } from './audit.ts'
import { countRoutes } from './counts.ts'
import { findRoutes } from './find.ts'
import { letterRoutes } from './letters.ts'
import { orderRoutes } from './orders.ts'
import { passkeyRoutes } from './passkeys.ts'
import { playerRoutes } from './players.ts'
import { proposalRoutes } from './proposals.ts'
import type { OfficeRoutes } from './routes.ts'
import { sessionRoutes } from './session.ts'
import { staffRoutes } from './staff.ts'
import { switchRoutes } from './switches.ts'
import { withdrawalRoutes } from './withdrawals.ts'

export const OFFICE_FEATURES: readonly OfficeRoutes[] = [
  sessionRoutes,
  passkeyRoutes,
  staffRoutes,
  auditRoutes,
  countRoutes,
  findRoutes,
  playerRoutes,
  orderRoutes,
  withdrawalRoutes,
  letterRoutes,
  switchRoutes,
  proposalRoutes,
]
