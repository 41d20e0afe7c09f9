// The room Today.
import {
  type CohortsReply,
  type TodayReply,
  tableParamsSchema,
  todayQuerySchema,
  type WeekReply,
  weekQuerySchema,
} from '../../../protocol/office/today.ts'
import { periodOf, readCohorts, readToday } from '../../services/office/today.ts'
import { tableText } from '../../services/office/today-tables.ts'
import { readWeek, weekNamed } from '../../services/office/today-week.ts'
import type { OfficeApi, OfficeRouteParts } from './routes.ts'

/** Adds the calls. */
export function todayRoutes(api: OfficeApi, { services: { today } }: OfficeRouteParts): void {
  const config = { verb: 'today.read' } as const

  api.get(
    '/today',
    { config, schema: { querystring: todayQuerySchema } },
    ({ query }): Promise<TodayReply> => readToday(today, periodOf(today, query.from, query.to)),
  )

  api.get('/today/cohorts', { config }, (): Promise<CohortsReply> => readCohorts(today))

  api.get(
    '/today/week',
    { config, schema: { querystring: weekQuerySchema } },
    ({ query }): Promise<WeekReply> => readWeek(today, weekNamed(today, query.week)),
  )

  api.get(
    '/today/tables/:table',
    { config: { verb: 'today.export' }, schema: { params: tableParamsSchema, querystring: todayQuerySchema } },
    async ({ params: { table }, query }, reply) => {
      const period = periodOf(today, query.from, query.to)
      const name = table === 'cohorts' ? table : `${table}-${period.first}-${period.last}`
      const text = await tableText(today, table, period)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .send(text)
    },
  )
}
