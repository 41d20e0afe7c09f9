// All features whose calls are below /api, each a plugin.
import { accountFeature } from './account/routes.ts'
import { battleRoutes } from './battles/battles.ts'
import { fairnessRoutes } from './fairness.ts'
import { gameFeature } from './games/routes.ts'
import { inventoryRoutes } from './inventory.ts'
import { leaderboardRoutes } from './leaderboard.ts'
import { letterRoutes } from './letters.ts'
import { liveRoutes } from './live.ts'
import { missionsRoutes } from './missions.ts'
import { notificationRoutes } from './notification.ts'
import { paymentFeature } from './payments/routes.ts'
import { pushRoutes } from './push.ts'
import { raffleRoutes } from './raffle.ts'
import { referralRoutes } from './referral.ts'
import { rewardFeature } from './rewards/routes.ts'
import type { Routes } from './routes.ts'
import { settingsRoutes } from './settings.ts'
import { sharingRoutes } from './sharing.ts'
import { transparencyRoutes } from './transparency.ts'
import { withdrawalRoutes } from './withdrawal.ts'

export const FEATURES: readonly Routes[] = [
  accountFeature,
  battleRoutes,
  fairnessRoutes,
  gameFeature,
  inventoryRoutes,
  leaderboardRoutes,
  letterRoutes,
  liveRoutes,
  missionsRoutes,
  notificationRoutes,
  paymentFeature,
  pushRoutes,
  raffleRoutes,
  referralRoutes,
  rewardFeature,
  settingsRoutes,
  sharingRoutes,
  transparencyRoutes,
  withdrawalRoutes,
]
