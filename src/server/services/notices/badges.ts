// Badges: earned once, in the transaction of what earns them, with one notification.
import { asc, eq } from 'drizzle-orm'
import type { Badge } from '../../../game/base/badges.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { badges } from '../../db/schema-leaders.ts'
import { storeNotification } from './notifications.ts'

const KINDS = {
  proof: 'badgeProof',
  seed: 'badgeSeed',
  contracts: 'badgeContracts',
  limit: 'badgeLimit',
  reminder: 'badgeReminder',
} as const satisfies Record<Badge, PlayerNotification['kind']>

/**
 * Gives a player a badge.
 *
 * @returns its notification, stored; null when the player had it before
 */
export async function earnBadge(tx: Queries, playerId: number, badge: Badge): Promise<PlayerNotification | null> {
  const earned = await tx.insert(badges).values({ playerId, badge }).onConflictDoNothing().returning()
  if (earned.length === 0) return null
  const notification: PlayerNotification = { kind: KINDS[badge], amounts: {}, link: '/dashboard' }
  await storeNotification(tx, playerId, notification)
  return notification
}

/** Returns the badges of a player, the first one first. */
export async function badgesOf(queries: Queries, playerId: number): Promise<Badge[]> {
  const rows = await queries
    .select({ badge: badges.badge })
    .from(badges)
    .where(eq(badges.playerId, playerId))
    .orderBy(asc(badges.at), asc(badges.badge))
  return rows.map(({ badge }) => badge)
}
