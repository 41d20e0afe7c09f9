import type { Routes } from '../routes.ts'
import { bonusesRoutes } from './bonuses.ts'
import { paymentRoutes } from './payment.ts'

/** Deposits and their bonuses; the webhooks of providers are a plugin of their own. */
export const paymentFeature: Routes = (api, parts) => {
  paymentRoutes(api, parts)
  bonusesRoutes(api, parts)
}
