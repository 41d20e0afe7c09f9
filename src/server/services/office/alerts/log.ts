// What was told to whom, newest first, and what could not be.
import { and, desc, eq, lt } from 'drizzle-orm'
import type { AlertsQuery, AlertsReply } from '../../../../protocol/office/alerts.ts'
import type { Database } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { alertChannels, alerts } from '../../../db/schema-alerts.ts'
import { staff } from '../../../db/schema-office.ts'
import { PAGE_LIMIT, pageOf } from '../../calls/page.ts'

/** Returns a page of the messages. */
export async function readAlerts({ queries }: Database, { cursor, state }: AlertsQuery): Promise<AlertsReply> {
  const rows = await queries
    .select({ alert: alerts, channel: { kind: alertChannels.kind, label: alertChannels.label }, member: staff.name })
    .from(alerts)
    .innerJoin(alertChannels, eq(alertChannels.id, alerts.channelId))
    .leftJoin(staff, eq(staff.id, alertChannels.staffId))
    .where(
      and(
        cursor === undefined ? undefined : lt(alerts.id, cursor),
        state === undefined ? undefined : hasState(alerts.state, state),
      ),
    )
    .orderBy(desc(alerts.id))
    .limit(PAGE_LIMIT)
  const page = pageOf(rows, ({ alert }) => alert.id)
  return {
    rows: page.rows.map(({ alert, channel, member }) => ({
      id: alert.id,
      at: alert.at.getTime(),
      member,
      channel: channel.kind,
      matters: alert.matters.map(({ kind, key, count, sinceMs, urgent }) => {
        return { kind, key, count, since: sinceMs, urgent }
      }),
      state: alert.state,
      endedAt: alert.endedAt?.getTime() ?? null,
      attempts: alert.attempts,
      problem: alert.problem,
    })),
    cursor: page.cursor,
  }
}
