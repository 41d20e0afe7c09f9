// The channels of members: a chat at Telegram, connected by a code that it sends to the bot, and browsers with push messages.
import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type AlertRules, kindsOf } from '../../../../game/office/alerts.ts'
import type { Role } from '../../../../game/office/roles.ts'
import type { BrowserBody, ConnectReply, OwnAlertsReply } from '../../../../protocol/office/alerts.ts'
import type { AlertSenders } from '../../../alerts/senders.ts'
import type { BotMessage } from '../../../alerts/telegram.ts'
import type { Actor } from '../../../audit/actor.ts'
import { recordAct } from '../../../audit/record-act.ts'
import { newId } from '../../../base/ids.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import type { Database, Queries } from '../../../db/database.ts'
import { alertChannels, alertCodes, alerts, alertsTold } from '../../../db/schema-alerts.ts'
import { RequestFailed } from '../../../network/bounded-request.ts'
import { isBrowserKey } from '../../../push/encrypt.ts'
import { hashOf, newSecret } from '../../account/sign-in-codes.ts'

/** For how long a chat can send its code. */
const CODE_MS = 10 * 60_000
/** The channels of a member. */
const CHANNELS_MOST = 10
/** Between two test messages to one channel. */
const TEST_EVERY_MS = 10_000

export interface AlertChannelsParts {
  readonly db: Database
  readonly now: () => number
  readonly senders: AlertSenders
  readonly rules: () => AlertRules
  readonly timeZone: string
}

export interface AlertChannels {
  of(staffId: string, role: Role): Promise<OwnAlertsReply>
  /** Makes a code for a chat at Telegram; the one before ends. */
  connect(staffId: string): Promise<ConnectReply>
  /** Reads what the bot was sent, and adds the chat that sent the member's code. */
  check(staffId: string, by: Actor): Promise<'connected' | 'waiting' | 'over'>
  /** Adds a browser. Throws ProtocolError 'push-service', 'channels-most'. */
  addBrowser(staffId: string, body: BrowserBody, by: Actor): Promise<void>
  setQuiet(staffId: string, id: string, quiet: boolean): Promise<void>
  /** Queues a message that shows that messages arrive. Throws ProtocolError 'unknown', 'too-many'. */
  test(staffId: string, id: string): Promise<void>
  /** Throws ProtocolError 'unknown'. */
  remove(staffId: string, id: string, by: Actor): Promise<void>
}

/** Ends a channel and forgets its address. Returns whether it was open. */
export async function endChannel(tx: Queries, id: string, by: Actor, at: Date): Promise<boolean> {
  const [row] = await tx
    .update(alertChannels)
    .set({ endedAt: at, target: null, p256dh: null, auth: null })
    .where(and(eq(alertChannels.id, id), isNull(alertChannels.endedAt)))
    .returning()
  if (row === undefined || row.staffId === null) return false
  await tx.delete(alertsTold).where(eq(alertsTold.channelId, id))
  await recordAct(tx, { by, verb: 'alerts.own', kind: 'staff', subject: row.staffId, before: { channel: row.kind } })
  return true
}

/** Ends all channels of a member whom the office is closed to, or who has lost what proves them. Returns how many. */
export async function endChannelsOf(tx: Queries, staffId: string, by: Actor, at: Date): Promise<number> {
  await tx.delete(alertCodes).where(eq(alertCodes.staffId, staffId))
  const isOpen = and(eq(alertChannels.staffId, staffId), isNull(alertChannels.endedAt))
  const rows = await tx.select({ id: alertChannels.id }).from(alertChannels).where(isOpen)
  for (const { id } of rows) await endChannel(tx, id, by, at)
  return rows.length
}

type NewChannel = Pick<typeof alertChannels.$inferInsert, 'kind' | 'target' | 'p256dh' | 'auth' | 'label'>

async function addChannel(tx: Queries, staffId: string, channel: NewChannel, by: Actor, at: Date): Promise<void> {
  const isOwn = and(eq(alertChannels.staffId, staffId), isNull(alertChannels.endedAt))
  const [own] = await tx.select({ count: count() }).from(alertChannels).where(isOwn)
  if ((own?.count ?? 0) >= CHANNELS_MOST) {
    throw new ProtocolError(409, 'channels-most', `A member has at most ${CHANNELS_MOST} channels`)
  }
  const added = await tx
    .insert(alertChannels)
    .values({ id: newId(at.getTime()), staffId, addedAt: at, ...channel })
    .onConflictDoNothing()
    .returning({ id: alertChannels.id })
  // The same chat or browser again.
  if (added.length === 0) return
  await recordAct(tx, { by, verb: 'alerts.connect', kind: 'staff', subject: staffId, after: { channel: channel.kind } })
}

async function assertOwn(tx: Queries, staffId: string, id: string): Promise<void> {
  const isOwn = and(eq(alertChannels.id, id), eq(alertChannels.staffId, staffId), isNull(alertChannels.endedAt))
  const [row] = await tx.select({ id: alertChannels.id }).from(alertChannels).where(isOwn)
  if (row === undefined) throw new ProtocolError(404, 'unknown', 'There is no such channel')
}

/** Stores which chats sent which codes: those of other members too, whose office asks next. */
async function keepSenders(tx: Queries, messages: readonly BotMessage[], at: Date): Promise<void> {
  for (const { chat, chatName, text } of messages) {
    const code = /^(?:\/start(?:@\w+)?\s+)?([\w-]{43})$/.exec(text.trim())?.[1]
    if (code === undefined) continue
    await tx
      .update(alertCodes)
      .set({ chat, chatName })
      .where(and(eq(alertCodes.hash, hashOf(code)), gt(alertCodes.expiresAt, at), isNull(alertCodes.chat)))
  }
}

async function readOwn(queries: Queries, staffId: string): Promise<OwnAlertsReply['channels']> {
  const isOwn = and(eq(alertChannels.staffId, staffId), isNull(alertChannels.endedAt))
  const rows = await queries.select().from(alertChannels).where(isOwn).orderBy(alertChannels.id)
  return Promise.all(
    rows.map(async ({ id, kind, label, quiet, addedAt, target }) => {
      const [last] = await queries
        .select()
        .from(alerts)
        .where(eq(alerts.channelId, id))
        .orderBy(desc(alerts.id))
        .limit(1)
      return {
        id,
        kind,
        label,
        quiet,
        addedAt: addedAt.getTime(),
        endpoint: kind === 'push' ? target : null,
        last:
          last === undefined
            ? null
            : { state: last.state, at: (last.endedAt ?? last.at).getTime(), problem: last.problem },
      }
    }),
  )
}

/** Makes the channels over a database. */
export function createAlertChannels({ db, now, senders, rules, timeZone }: AlertChannelsParts): AlertChannels {
  const at = (): Date => new Date(now())
  return {
    of: async (staffId, role) => {
      const { telegram, push } = senders
      const inForce = rules()
      return {
        channels: await readOwn(db.queries, staffId),
        telegram: telegram !== undefined,
        pushKey: push?.publicKey ?? null,
        quiet: inForce.quiet,
        timeZone,
        kinds: kindsOf(role, inForce).map((kind) => ({ kind, ...inForce.kinds[kind] })),
      }
    },
    connect: async (staffId) => {
      if (senders.telegram === undefined) return { code: null }
      const bot = await senders.telegram.userName()
      if (bot === null) throw new ProtocolError(502, 'telegram-away', 'Telegram does not answer, or refuses the token')
      const code = newSecret()
      const expiresAt = new Date(now() + CODE_MS)
      const row = { hash: hashOf(code), expiresAt, chat: null, chatName: null }
      await db.queries
        .insert(alertCodes)
        .values({ staffId, ...row })
        .onConflictDoUpdate({ target: alertCodes.staffId, set: row })
      return { code, bot, link: `https://t.me/${bot}?start=${code}`, expiresAt: expiresAt.getTime() }
    },
    check: async (staffId, by) => {
      // Another office may read at this moment: what it reads is stored too.
      await senders.telegram
        ?.readMessages((messages) => db.transaction((tx) => keepSenders(tx, messages, at())))
        .catch((error: unknown) => {
          if (!(error instanceof RequestFailed)) throw error
        })
      return db.transaction(async (tx) => {
        await tx.delete(alertCodes).where(lt(alertCodes.expiresAt, at()))
        const [row] = await tx.select().from(alertCodes).where(eq(alertCodes.staffId, staffId)).for('update')
        if (row === undefined) return 'over'
        if (row.chat === null) return 'waiting'
        const channel = { kind: 'telegram', target: row.chat, label: row.chatName ?? row.chat } as const
        await addChannel(tx, staffId, channel, by, at())
        await tx.delete(alertCodes).where(eq(alertCodes.staffId, staffId))
        return 'connected'
      })
    },
    addBrowser: async (staffId, { endpoint, keys, label }, by) => {
      if (senders.push?.isService(endpoint) !== true || !isBrowserKey(keys.p256dh)) {
        throw new ProtocolError(409, 'push-service', 'This is no push service that the site sends to')
      }
      const channel = { kind: 'push', target: endpoint, ...keys, label } as const
      await db.transaction((tx) => addChannel(tx, staffId, channel, by, at()))
    },
    setQuiet: async (staffId, id, quiet) => {
      await assertOwn(db.queries, staffId, id)
      await db.queries.update(alertChannels).set({ quiet }).where(eq(alertChannels.id, id))
    },
    test: (staffId, id) =>
      db.transaction(async (tx) => {
        await assertOwn(tx, staffId, id)
        const since = new Date(now() - TEST_EVERY_MS)
        const isTest = and(
          eq(alerts.channelId, id),
          gt(alerts.at, since),
          sql`jsonb_array_length(${alerts.matters}) = 0`,
        )
        const [before] = await tx.select({ id: alerts.id }).from(alerts).where(isTest).limit(1)
        if (before !== undefined) throw new ProtocolError(429, 'too-many', 'A test was sent a moment ago')
        await tx.insert(alerts).values({ id: newId(now()), channelId: id, matters: [], at: at(), nextAt: at() })
      }),
    remove: (staffId, id, by) =>
      db.transaction(async (tx) => {
        await assertOwn(tx, staffId, id)
        await endChannel(tx, id, by, at())
      }),
  }
}
