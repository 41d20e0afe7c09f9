import type { Routes } from '../routes.ts'
import { accountRoutes } from './account.ts'
import { authRoutes } from './auth.ts'
import { limitsRoutes } from './limits.ts'
import { personalDataRoutes } from './personal-data.ts'
import { profileRoutes } from './profile.ts'
import { userRoutes } from './user.ts'

/** Sign-in, profile, limits and data of a player. */
export const accountFeature: Routes = (api, parts) => {
  authRoutes(api, parts)
  userRoutes(api, parts)
  accountRoutes(api, parts)
  personalDataRoutes(api, parts)
  profileRoutes(api, parts)
  limitsRoutes(api, parts)
}
