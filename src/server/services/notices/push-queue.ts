// Queues push messages in the transaction of the event that they report, so that none is sent of what did not happen.
import { inArray, sql } from 'drizzle-orm'
import type { PushKind } from '../../../protocol/push.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { pushes, pushSubscriptions } from '../../db/schema-push.ts'

/** The notifications that devices are sent: service messages about what a player waits for, and nothing else. */
const PUSHED: Readonly<Partial<Record<PlayerNotification['kind'], PushKind>>> = {
  raffleWon: 'raffle',
  withdrawalSent: 'withdrawal',
  deposit: 'deposit',
  depositBonus: 'deposit',
  letterOpened: 'letter',
  letterAnswered: 'letter',
  letterClosed: 'letter',
  shopNotice: 'notice',
}

/** Queues the message of a notification for each device of some players; one of the same kind that waits is enough. */
export async function queuePushes(
  tx: Queries,
  playerIds: readonly number[],
  notification: Pick<PlayerNotification, 'kind'>,
): Promise<void> {
  const kind = PUSHED[notification.kind]
  if (kind === undefined) return
  await tx
    .insert(pushes)
    .select(
      tx
        .select({
          sessionId: pushSubscriptions.sessionId,
          kind: sql<PushKind>`${kind}::text`.as('kind'),
          at: sql<Date>`now()`.as('at'),
          nextAt: sql<Date>`now()`.as('next_at'),
          attempts: sql<number>`0`.as('attempts'),
        })
        .from(pushSubscriptions)
        .where(inArray(pushSubscriptions.playerId, [...playerIds])),
    )
    .onConflictDoNothing()
}
