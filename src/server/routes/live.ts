import { liveReplySchema, statisticSchema } from '../../protocol/live.ts'
import type { Routes } from './routes.ts'

export const liveRoutes: Routes = (api, { services: { live } }) => {
  api.get('/live', { schema: { response: { 200: liveReplySchema } } }, () => live.feed())
  api.get('/live/statistic', { schema: { response: { 200: statisticSchema } } }, async () => live.statistic())
}
