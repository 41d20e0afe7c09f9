// The features of the office, a plugin each.
import { alertRoutes } from './alerts.ts'
import { announcementRoutes } from './announcements.ts'
import { auditRoutes } from './audit.ts'
import { botRoutes } from './bots.ts'
import { caseRoutes } from './cases.ts'
import { countRoutes } from './counts.ts'
import { draftRoutes } from './drafts.ts'
import { editionRoutes } from './editions.ts'
import { findRoutes } from './find.ts'
import { letterRoutes } from './letters.ts'
import { noticeRoutes } from './notices.ts'
import { orderRoutes } from './orders.ts'
import { partnerShareRoutes } from './partner-shares.ts'
import { passkeyRoutes } from './passkeys.ts'
import { paymentRoutes } from './payments.ts'
import { playerRoutes } from './players.ts'
import { priceRoutes } from './prices.ts'
import { promoRoutes } from './promo.ts'
import { proposalRoutes } from './proposals.ts'
import { rewardRoutes } from './rewards.ts'
import type { OfficeRoutes } from './routes.ts'
import { saferPlayRoutes } from './safer-play.ts'
import { sessionRoutes } from './session.ts'
import { staffRoutes } from './staff.ts'
import { switchRoutes } from './switches.ts'
import { systemRoutes } from './system.ts'
import { todayRoutes } from './today.ts'
import { withdrawalRoutes } from './withdrawals.ts'

export const OFFICE_FEATURES: readonly OfficeRoutes[] = [
  sessionRoutes,
  passkeyRoutes,
  staffRoutes,
  auditRoutes,
  alertRoutes,
  countRoutes,
  todayRoutes,
  findRoutes,
  playerRoutes,
  orderRoutes,
  paymentRoutes,
  withdrawalRoutes,
  letterRoutes,
  saferPlayRoutes,
  switchRoutes,
  editionRoutes,
  draftRoutes,
  priceRoutes,
  promoRoutes,
  partnerShareRoutes,
  announcementRoutes,
  noticeRoutes,
  caseRoutes,
  rewardRoutes,
  botRoutes,
  systemRoutes,
  proposalRoutes,
]
