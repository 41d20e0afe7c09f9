import type { Routes } from '../routes.ts'
import { caseRoutes } from './case.ts'
import { contractRoutes } from './contract.ts'
import { freeCaseRoutes } from './free-case.ts'
import { upgradeRoutes } from './upgrade.ts'
import { wheelRoutes } from './wheel.ts'

/** Cases, and the games that one player plays. */
export const gameFeature: Routes = (api, parts) => {
  caseRoutes(api, parts)
  upgradeRoutes(api, parts)
  contractRoutes(api, parts)
  freeCaseRoutes(api, parts)
  wheelRoutes(api, parts)
}
