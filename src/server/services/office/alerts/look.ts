// Decides what each channel is told, and writes it to the outbox: in one transaction, by one process at a time, so that nothing is told twice.
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { minuteOfDay } from '../../../../game/base/site-time.ts'
import { type AlertDecision, type AlertRules, decideAlerts, type Recipient } from '../../../../game/office/alerts.ts'
import type { AlertSenders } from '../../../alerts/senders.ts'
import { newId } from '../../../base/ids.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { alertChannels, alerts, alertsTold } from '../../../db/schema-alerts.ts'
import { staff } from '../../../db/schema-office.ts'
import { type MattersParts, readMatters } from './matters.ts'

/** The key of the advisory lock under which one process decides; any number. */
const LOOK_LOCK = 7_306_042_046

/** The one row of the shop's webhook. */
const WEBHOOK_ID = '00000000-0000-7000-8000-000000000060'

export interface AlertLookParts extends MattersParts {
  readonly senders: AlertSenders
  readonly rules: () => AlertRules
  readonly now: () => number
  readonly timeZone: string
}

async function addWebhook(tx: Queries, at: Date): Promise<void> {
  await tx
    .insert(alertChannels)
    .values({ id: WEBHOOK_ID, kind: 'webhook', label: 'webhook', quiet: false, addedAt: at })
    .onConflictDoNothing()
}

/** Reads the channels that can be told something now: those of active members, by ways that are set up. */
async function readRecipients(tx: Queries, senders: AlertSenders, nowMs: number): Promise<Recipient[]> {
  const kinds = (['webhook', 'telegram', 'push'] as const).filter((kind) => senders[kind] !== undefined)
  const channels = await tx
    .select({ id: alertChannels.id, quiet: alertChannels.quiet, role: staff.role })
    .from(alertChannels)
    .leftJoin(staff, eq(staff.id, alertChannels.staffId))
    .where(
      and(
        isNull(alertChannels.endedAt),
        inArray(alertChannels.kind, kinds),
        or(isNull(alertChannels.staffId), hasState(staff.state, 'active')),
      ),
    )
  const ids = channels.map(({ id }) => id)
  if (ids.length === 0) return []
  const messages = await tx.select().from(alertsTold).where(inArray(alertsTold.channelId, ids))
  const last = await queryRows<{ channel: string; at: string | Date; waits: boolean }>(
    tx,
    sql`select distinct on (channel_id) channel_id as channel, at, state = 'waiting' as waits from ${alerts}
      where ${inArray(alerts.channelId, ids)} and at > ${new Date(nowMs - 2 * 86_400_000).toISOString()}::timestamptz
      and jsonb_array_length(matters) > 0 order by channel_id, id desc`,
  )
  const lastOf = new Map(last.map((row) => [row.channel, row]))
  return channels.map(({ id, role, quiet }) => {
    const message = lastOf.get(id)
    return {
      id,
      role,
      quiet,
      told: new Map(messages.filter(({ channelId }) => channelId === id).map(({ key, level }) => [key, level])),
      // What waits for its sending is followed by one message with all that came meanwhile.
      lastMs: message === undefined ? null : message.waits ? nowMs : new Date(message.at).getTime(),
    }
  })
}

async function write(tx: Queries, { tell, over }: AlertDecision, at: Date): Promise<void> {
  for (const { recipient, key } of over) {
    await tx.delete(alertsTold).where(and(eq(alertsTold.channelId, recipient), eq(alertsTold.key, key)))
  }
  for (const { recipient: channelId, matters } of tell) {
    const alertId = newId(at.getTime())
    await tx.insert(alerts).values({ id: alertId, channelId, matters, at, nextAt: at })
    await tx
      .insert(alertsTold)
      .values(matters.map(({ key, level }) => ({ channelId, key, level, alertId })))
      .onConflictDoUpdate({
        target: [alertsTold.channelId, alertsTold.key],
        set: { level: sql`excluded.level`, alertId: sql`excluded.alert_id` },
      })
  }
}

/** Looks once. Returns how many messages were written. */
export async function lookForAlerts(parts: AlertLookParts): Promise<number> {
  const { db, senders, rules, now, timeZone } = parts
  const nowMs = now()
  const inForce = rules()
  const matters = await readMatters(parts, inForce, nowMs)
  return db.transaction(async (tx) => {
    const [lock] = await queryRows<{ taken: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${LOOK_LOCK}) as taken`)
    if (lock?.taken !== true) return 0
    if (senders.webhook !== undefined) await addWebhook(tx, new Date(nowMs))
    const recipients = await readRecipients(tx, senders, nowMs)
    const minute = minuteOfDay(nowMs, timeZone)
    const decision = decideAlerts(matters, recipients, inForce, { nowMs, minute })
    await write(tx, decision, new Date(nowMs))
    return decision.tell.length
  })
}
