import { settingsSchema } from '../../protocol/settings.ts'
import type { Routes } from './routes.ts'

/** The settings of the site that the interface loads first. */
export const settingsRoutes: Routes = (api, { settings }) => {
  api.get('/settings', { schema: { response: { 200: settingsSchema } } }, async () => settings())
}
