import { type Settings, settingsSchema } from '../../protocol/settings.ts'
import type { Api } from './routes.ts'

/** The settings of the site that the interface loads first. */
export function settingsRoute(api: Api, settings: () => Settings): void {
  api.get('/settings', { schema: { response: { 200: settingsSchema } } }, async () => settings())
}
