import { type Settings, settingsSchema } from '../../contract/settings.ts'
import type { Api } from './routes.ts'

/** What the interface is told about the site on load. */
export function settingsRoute(api: Api, settings: () => Settings): void {
  api.get('/settings', { schema: { response: { 200: settingsSchema } } }, async () => settings())
}
