// Sends the messages of the outbox: each at least once, by whichever instance claims it. What could not be sent within a day is given up.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { LANGUAGES } from '../../../../game/base/language.ts'
import { type ChannelKind, mayKnow, type ToldMatter } from '../../../../game/office/alerts.ts'
import type { Role } from '../../../../game/office/roles.ts'
import { DAY_MS } from '../../../../game/payments/limits.ts'
import type { AlertOutcome } from '../../../alerts/outcome.ts'
import type { AlertSenders } from '../../../alerts/senders.ts'
import { jobActor } from '../../../audit/actor.ts'
import type { Database } from '../../../db/database.ts'
import { hasState } from '../../../db/has-state.ts'
import { alertChannels, alerts, alertsTold } from '../../../db/schema-alerts.ts'
import { endChannel } from './channels.ts'
import { alertWords, chatText, webhookBody } from './words.ts'

const BATCH_SIZE = 20
const FIRST_DELAY_MS = 15_000
/** Limits the delay between two attempts, but not one that a channel asks for. */
const DELAY_MOST_MS = 10 * 60_000
const ASKED_MOST_MS = 60 * 60_000

/** Claims messages: they come again a minute later, should this process die. $1 the time, $2 how many. */
const CLAIM = {
  name: 'alert-claim',
  text: `
with due as (
  select id from alerts where state = 'waiting' and next_at <= $1::timestamptz order by next_at limit $2 for update skip locked
), claimed as (
  update alerts set next_at = $1::timestamptz + interval '1 minute', attempts = attempts + 1 from due where alerts.id = due.id
  returning alerts.id, alerts.channel_id, alerts.matters, alerts.at, alerts.attempts
)
select claimed.*, channel.kind, channel.target, channel.p256dh, channel.auth, channel.ended_at, staff.language, staff.state as member, staff.role
from claimed join alert_channels channel on channel.id = claimed.channel_id left join staff on staff.id = channel.staff_id`,
}

interface Claimed {
  readonly id: string
  readonly channel_id: string
  readonly matters: readonly ToldMatter[]
  readonly at: string | Date
  readonly attempts: number
  readonly kind: ChannelKind
  readonly target: string | null
  readonly p256dh: string | null
  readonly auth: string | null
  readonly ended_at: string | Date | null
  readonly language: string | null
  readonly member: string | null
  /** The member's now: it may have been another one when the message was written. */
  readonly role: Role | null
}

export interface AlertDeliveryParts {
  readonly db: Database
  readonly senders: AlertSenders
  readonly now: () => number
  readonly officeUrl: string | null
  readonly siteName: () => string
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Returns the delay before the next attempt, in milliseconds. A channel that asks for more than an hour is asked again after one. */
function alertDelayMs(attempts: number, afterMs: number): number {
  return Math.max(Math.min(afterMs, ASKED_MOST_MS), Math.min(DELAY_MOST_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)))
}

/** A message that its member may not read any more. */
interface Withheld {
  readonly kind: 'withheld'
  readonly problem: string
}

const OFF: AlertOutcome = { kind: 'later', problem: 'this way is not set up', afterMs: 0 }

export interface AlertDelivery {
  /** Sends what is due; the signal ends attempts under way. Returns how many messages were claimed. */
  sendDue(signal: AbortSignal): Promise<number>
}

/** Makes the delivery. */
export function createAlertDelivery(parts: AlertDeliveryParts): AlertDelivery {
  const { db, senders, now, officeUrl, siteName, log } = parts

  async function send(message: Claimed, signal: AbortSignal): Promise<AlertOutcome | Withheld> {
    const { id, kind, target, p256dh, auth, role } = message
    const matters = message.matters.filter((matter) => role === null || mayKnow(role, matter.kind))
    const language = LANGUAGES.find((one) => one === message.language) ?? 'en'
    const words = { matters, atMs: new Date(message.at).getTime(), language, officeUrl, siteName: siteName() }
    if (kind === 'webhook') return (await senders.webhook?.send(id, webhookBody(id, words), signal)) ?? OFF
    if (message.ended_at !== null || message.member !== 'active' || target === null) {
      return { kind: 'gone', problem: 'the channel has ended' }
    }
    // Without matters it would be a test.
    if (matters.length < message.matters.length && matters.length === 0) {
      return { kind: 'withheld', problem: 'the role of now may not know of it' }
    }
    if (kind === 'telegram') return (await senders.telegram?.send(target, chatText(words), signal)) ?? OFF
    if (senders.push === undefined || p256dh === null || auth === null) return OFF
    const { title, lines, path: link } = alertWords(words)
    // The same topic at every attempt: a device that was off gets it once.
    const note = { kind: 'alert', topic: id.replaceAll('-', ''), title, body: lines.join('\n'), lang: language, link }
    const outcome = await senders.push.send({ endpoint: target, p256dh, auth }, note, signal)
    switch (outcome.kind) {
      case 'sent':
        return { kind: 'sent' }
      case 'gone':
        return { kind: 'gone', problem: 'the browser is not subscribed any more' }
      case 'refused':
        return { ...outcome, kind: 'later', afterMs: 0 }
      case 'later':
        return outcome
    }
  }

  /** Ends a message that was not sent. What it told counts as not told, so that it is told once the channel works. */
  async function fail({ id, channel_id }: Claimed, problem: string, isGone: boolean): Promise<void> {
    const at = new Date(now())
    await db.transaction(async (tx) => {
      await tx.update(alerts).set({ state: 'failed', endedAt: at, problem }).where(eq(alerts.id, id))
      await tx.delete(alertsTold).where(and(eq(alertsTold.channelId, channel_id), eq(alertsTold.alertId, id)))
      if (isGone) await endChannel(tx, channel_id, jobActor('alerts'), at)
    })
  }

  /** Follows a group that Telegram has given another id. The member's channel to that one stays, and this one ends. */
  async function move(message: Claimed, target: string): Promise<void> {
    const { id, channel_id: channel } = message
    const own = db.queries
      .select({ staffId: alertChannels.staffId })
      .from(alertChannels)
      .where(eq(alertChannels.id, channel))
    const isThere = and(
      inArray(alertChannels.staffId, own),
      eq(alertChannels.target, target),
      isNull(alertChannels.endedAt),
    )
    if ((await db.queries.$count(alertChannels, isThere)) > 0) {
      await fail(message, 'the group has another channel', true)
      return
    }
    await db.queries.update(alertChannels).set({ target }).where(eq(alertChannels.id, channel))
    await db.queries
      .update(alerts)
      .set({ nextAt: new Date(now()) })
      .where(and(eq(alerts.id, id), hasState(alerts.state, 'waiting')))
  }

  async function settle(message: Claimed, outcome: AlertOutcome | Withheld): Promise<void> {
    const { id, kind, attempts } = message
    const isOurs = and(eq(alerts.id, id), hasState(alerts.state, 'waiting'))
    const at = now()
    if (outcome.kind === 'sent') {
      await db.queries
        .update(alerts)
        .set({ state: 'sent', endedAt: new Date(at), problem: null })
        .where(isOurs)
    } else if (outcome.kind === 'moved') {
      await move(message, outcome.target)
    } else if (outcome.kind === 'withheld') {
      await fail(message, outcome.problem, false)
    } else if (outcome.kind === 'gone') {
      log.warn({ alert: id, kind, problem: outcome.problem }, 'a channel of the staff has ended')
      await fail(message, outcome.problem, message.ended_at === null && kind !== 'webhook')
    } else if (at - new Date(message.at).getTime() >= DAY_MS) {
      log.error({ alert: id, kind, attempts, problem: outcome.problem }, 'an alert to the staff was given up')
      await fail(message, outcome.problem, false)
    } else {
      const nextAt = new Date(at + alertDelayMs(attempts, outcome.afterMs))
      await db.queries.update(alerts).set({ nextAt, problem: outcome.problem }).where(isOurs)
    }
  }

  async function sendBatch(signal: AbortSignal): Promise<number> {
    const claimed = await db.run<Claimed>(CLAIM, [new Date(now()).toISOString(), BATCH_SIZE])
    const results = await Promise.allSettled(
      claimed.map(async (message) => settle(message, await send(message, signal))),
    )
    for (const result of results) {
      if (result.status === 'rejected') log.error({ err: result.reason }, 'an alert could not be sent')
    }
    return claimed.length
  }

  return {
    sendDue: async (signal) => {
      let sum = 0
      for (let size = BATCH_SIZE; size === BATCH_SIZE && !signal.aborted; sum += size) size = await sendBatch(signal)
      return sum
    },
  }
}
