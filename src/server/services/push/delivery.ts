// Sends the queued push messages: each at least once, by whichever instance claims it, and none to a player who is to be left alone.
import { eq } from 'drizzle-orm'
import { offeredLanguage, textFor } from '../../../i18n/text.ts'
import type { PushKind, PushMessage } from '../../../protocol/push.ts'
import type { Database } from '../../db/database.ts'
import { pushSubscriptions } from '../../db/schema-push.ts'
import type { PushModule, PushOutcome } from '../../push/push.ts'
import type { LimitsStatus, Protection } from '../account/protection.ts'
import type { Sessions } from '../account/sessions.ts'

/** Messages that are sent at once. */
export const BATCH_SIZE = 20
/** Attempts at a message: with the delays below about an hour, unless its push service asks for longer ones. */
export const ATTEMPTS_MAX = 8
const FIRST_DELAY_MS = 30_000
/** Limits the delay between two attempts, also one that a push service asks for. */
export const DELAY_MAX_MS = 3_600_000

/**
 * Claims messages: they come again a minute later, should this process die. $1 how many. The delay is longer than an attempt takes. What
 * waits for longer than a day is outdated, which retention removes.
 */
const CLAIM = {
  name: 'push-claim',
  text: `
with due as (
  select session_id, kind from pushes where next_at <= now() and at > now() - interval '1 day'
  order by next_at limit $1 for update skip locked
), claimed as (
  update pushes set next_at = now() + interval '1 minute', attempts = attempts + 1
  from due where pushes.session_id = due.session_id and pushes.kind = due.kind
  returning pushes.session_id, pushes.kind, pushes.attempts
)
select claimed.*, subscription.player_id, subscription.endpoint, subscription.p256dh, subscription.auth, subscription.language
from claimed left join push_subscriptions subscription on subscription.session_id = claimed.session_id`,
}

/** $1 session, $2 kind. */
const REMOVE = { name: 'push-remove', text: 'delete from pushes where session_id = $1 and kind = $2' }

/** $1 session, $2 kind, $3 milliseconds. */
const DELAY = {
  name: 'push-delay',
  text: `update pushes set next_at = now() + $3::float8 * interval '1 millisecond' where session_id = $1 and kind = $2`,
}

interface Claimed {
  readonly session_id: string
  readonly kind: PushKind
  readonly attempts: number
  /** Null when the subscription has ended. */
  readonly player_id: number | null
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: string
}

type ClaimedForDevice = Claimed & { readonly player_id: number }

const LINKS: Readonly<Record<PushKind, string>> = {
  raffle: '/raffle',
  withdrawal: '/dashboard?tab=withdrawals',
  deposit: '/deposit',
  letter: '/dashboard?tab=letters',
  notice: '/',
  test: '/dashboard?tab=settings',
}

/** Messages about money and games, and those to a group, which are not sent while a deposit limit is used up. */
const SILENT_AT_LIMIT: ReadonlySet<PushKind> = new Set(['raffle', 'deposit', 'notice'])

function isUsedUp({ limits }: LimitsStatus): boolean {
  return limits.some(({ amount, used }) => amount !== null && used >= amount)
}

/** Tells whether a player is to be left alone: excluded from games, or at a limit that they set themselves. */
function isSilent(kind: PushKind, status: LimitsStatus): boolean {
  return status.exclusion !== null || (SILENT_AT_LIMIT.has(kind) && isUsedUp(status))
}

function messageOf(kind: PushKind, language: string): PushMessage {
  const lang = offeredLanguage(language)
  const t = textFor(lang, 'replies')
  return { kind, title: t(`push.${kind}.title`), body: t(`push.${kind}.body`), lang, link: LINKS[kind] }
}

/** Returns the delay before the next attempt, in milliseconds. */
export function delayMs(attempts: number, afterMs: number): number {
  return Math.min(DELAY_MAX_MS, Math.max(afterMs, FIRST_DELAY_MS * 2 ** (attempts - 1)))
}

export interface PushDelivery {
  /** Sends what is due, a batch at a time, and returns how many messages were claimed. The signal ends attempts under way. */
  sendDue(signal: AbortSignal): Promise<number>
}

export interface PushDeliveryParts {
  readonly db: Database
  readonly push: Pick<PushModule, 'send'>
  readonly protection: Pick<Protection, 'limitsOf'>
  readonly sessions: Pick<Sessions, 'endedAmong'>
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** Makes the delivery over a database and the push services. */
export function createPushDelivery({ db, push, protection, sessions, log }: PushDeliveryParts): PushDelivery {
  const remove = ({ session_id, kind }: Claimed): Promise<unknown> => db.run(REMOVE, [session_id, kind])

  async function settle(message: ClaimedForDevice, outcome: PushOutcome): Promise<void> {
    const { session_id, kind, attempts, endpoint, player_id: player } = message
    // The address is a secret; its host is not.
    const fields = { player, kind, service: new URL(endpoint).host, attempts }
    switch (outcome.kind) {
      case 'sent':
        await remove(message)
        return
      case 'gone':
        await db.queries.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
        await remove(message)
        return
      case 'refused':
        log.error({ ...fields, problem: outcome.problem }, 'a push service refused a message')
        await remove(message)
        return
      case 'later':
        if (attempts >= ATTEMPTS_MAX) {
          log.warn({ ...fields, problem: outcome.problem }, 'a push message was given up')
          await remove(message)
        } else await db.run(DELAY, [session_id, kind, delayMs(attempts, outcome.afterMs)])
    }
  }

  async function deliver(message: ClaimedForDevice, signal: AbortSignal): Promise<void> {
    const { kind, language } = message
    if (isSilent(kind, await protection.limitsOf(message.player_id))) await remove(message)
    else await settle(message, await push.send(message, messageOf(kind, language), signal))
  }

  async function sendBatch(signal: AbortSignal): Promise<number> {
    const claimed = await db.run<Claimed>(CLAIM, [BATCH_SIZE])
    if (claimed.length === 0) return 0
    const ended = new Set(await sessions.endedAmong(claimed.map(({ session_id }) => session_id)))
    const results = await Promise.allSettled(
      claimed.map((message) => {
        const { player_id } = message
        if (player_id === null || ended.has(message.session_id)) return remove(message)
        return deliver({ ...message, player_id }, signal)
      }),
    )
    for (const result of results) {
      if (result.status === 'rejected') log.error({ err: result.reason }, 'a push message could not be sent')
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
