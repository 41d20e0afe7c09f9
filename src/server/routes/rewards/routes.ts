import type { Routes } from '../routes.ts'
import { calendarRoutes } from './calendar.ts'
import { rewardsRoutes } from './rewards.ts'

/** Rewards that return every day. */
export const rewardFeature: Routes = (api, parts) => {
  calendarRoutes(api, parts)
  rewardsRoutes(api, parts)
}
