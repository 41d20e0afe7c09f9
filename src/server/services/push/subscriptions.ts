// Subscriptions of players' devices to push messages. One belongs to a session, and ends with it.
import { and, desc, eq, notInArray, or } from 'drizzle-orm'
import type { Language } from '../../../game/base/language.ts'
import type { PushReply, SubscribeBody } from '../../../protocol/push.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import { pushes, pushSubscriptions } from '../../db/schema-push.ts'
import { isBrowserKey } from '../../push/encrypt.ts'
import type { PushModule } from '../../push/push.ts'
import type { Protection } from '../account/protection.ts'
import type { Session } from '../account/sessions.ts'
import { lockPlayer } from '../calls/player.ts'

/** The devices of a player that are sent messages; another one takes the place of the oldest. */
export const DEVICES_MAX = 10

export interface PushSubscriptions {
  /** Returns whether push messages can be sent to a session's browser, and are. */
  of(session: Session): Promise<Omit<PushReply, 'success'>>
  /**
   * Turns push messages on for a session's browser, in a language. A browser that belonged to another session leaves that one.
   *
   * @throws RefusalError 'push-service' when the address belongs to no known push service, or the keys fit no curve
   */
  add(session: Session, language: Language, subscription: SubscribeBody): Promise<void>
  /** Turns push messages off for a session's browser. */
  remove(session: Session): Promise<void>
  /**
   * Queues a message that tells the player that messages arrive.
   *
   * @throws RefusalError 'excluded' while a time-out or a self-exclusion is in force, 'push-off' when the session has no subscription
   */
  test(session: Session): Promise<void>
}

export interface PushSubscriptionsParts {
  readonly db: Database
  /** Undefined where the site sends no push messages. */
  readonly push: Pick<PushModule, 'isService' | 'publicKey'> | undefined
  readonly protection: Pick<Protection, 'assertMayPlay' | 'exclusionOf'>
}

async function replaceSubscription(
  tx: Queries,
  { id: sessionId, player }: Session,
  language: Language,
  { endpoint, keys }: SubscribeBody,
): Promise<void> {
  await lockPlayer(tx, player.id)
  const isReplaced = or(eq(pushSubscriptions.sessionId, sessionId), eq(pushSubscriptions.endpoint, endpoint))
  await tx.delete(pushSubscriptions).where(isReplaced)
  await tx.insert(pushSubscriptions).values({ sessionId, playerId: player.id, endpoint, ...keys, language })
  const newest = tx
    .select({ sessionId: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.playerId, player.id))
    .orderBy(desc(pushSubscriptions.at))
    .limit(DEVICES_MAX)
  const isOlder = and(eq(pushSubscriptions.playerId, player.id), notInArray(pushSubscriptions.sessionId, newest))
  await tx.delete(pushSubscriptions).where(isOlder)
}

/** Makes the subscriptions over a database. */
export function createPushSubscriptions({ db, push, protection }: PushSubscriptionsParts): PushSubscriptions {
  const hasSubscription = async ({ id }: Session): Promise<boolean> =>
    (await db.queries.$count(pushSubscriptions, eq(pushSubscriptions.sessionId, id))) > 0

  return {
    of: async (session) => ({
      key: push?.publicKey ?? null,
      on: await hasSubscription(session),
      silent: (await protection.exclusionOf(session.player.id)) !== null,
    }),
    add: async (session, language, subscription) => {
      const isKnown = push?.isService(subscription.endpoint) === true && isBrowserKey(subscription.keys.p256dh)
      if (!isKnown) throw new RefusalError('push-service')
      await db.transaction((tx) => replaceSubscription(tx, session, language, subscription))
    },
    remove: async ({ id }) => {
      await db.queries.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, id))
    },
    test: async (session) => {
      await protection.assertMayPlay(session.player.id)
      if (push === undefined || !(await hasSubscription(session))) throw new RefusalError('push-off')
      await db.queries.insert(pushes).values({ sessionId: session.id, kind: 'test' }).onConflictDoNothing()
    },
  }
}
