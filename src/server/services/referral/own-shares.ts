// Shares of their own that partners have by agreement: which one is in force, what a referrer gets by it, and how one begins and ends.
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { referrerPercentMost } from '../../../game/rewards/gift-bound.ts'
import { type ShareNow, shareNow, tierOf } from '../../../game/rewards/referral.ts'
import type { ReferralTier, Rewards } from '../../../game/rewards/rewards.ts'
import type { OwnReferral } from '../../../protocol/referral.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAct } from '../../audit/record-act.ts'
import { newId } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import type { Queries } from '../../db/database.ts'
import { partnerShares } from '../../db/schema-rewards.ts'
import { type PlayerToNotify, storeNotification } from '../notices/notifications.ts'
import { depositedBy, REFERRAL_LINK } from './commission.ts'

export type PartnerShare = typeof partnerShares.$inferSelect

/** Returns the own shares of partners that are in force: one at most each. */
function ownSharesOf(queries: Queries, playerIds: readonly number[], at: Date): Promise<PartnerShare[]> {
  const { playerId, until, endedAt } = partnerShares
  const isInForce = and(inArray(playerId, [...playerIds]), isNull(endedAt), or(isNull(until), gt(until, at)))
  return queries.select().from(partnerShares).where(isInForce)
}

/** Returns the own share of a partner that is in force; null for none. */
export async function ownShareOf(queries: Queries, playerId: number, at: Date): Promise<PartnerShare | null> {
  const [row] = await ownSharesOf(queries, [playerId], at)
  return row ?? null
}

/** Returns the percentages of the own shares that are in force, by their partners. */
export async function ownPercents(
  queries: Queries,
  playerIds: readonly number[],
  at: Date,
): Promise<ReadonlyMap<number, number>> {
  if (playerIds.length === 0) return new Map()
  const rows = await ownSharesOf(queries, playerIds, at)
  return new Map(rows.map(({ playerId, percent }) => [playerId, percent]))
}

export interface ReferrerShareNow {
  readonly tier: ReferralTier
  /** The own share in force, whether or not it is more than the tier. */
  readonly own: PartnerShare | null
  /** The most that an own share counts with. */
  readonly percentMost: number
  readonly share: ShareNow
}

/** Returns what a referrer gets of margin at a time: what is paid, and what they and the office read. */
export async function shareOfReferrer(
  queries: Queries,
  referrerId: number,
  { referral, gifts }: Pick<Rewards, 'referral' | 'gifts'>,
  at: Date,
): Promise<ReferrerShareNow> {
  const tier = tierOf(referral, await depositedBy(queries, referrerId))
  const own = await ownShareOf(queries, referrerId, at)
  const percentMost = referrerPercentMost(gifts)
  return { tier, own, percentMost, share: shareNow(tier.percent, own, percentMost) }
}

/** Returns a share by agreement that is more than the tier's, as its partner reads it; null for none. */
export async function agreedShare(...parts: Parameters<typeof shareOfReferrer>): Promise<OwnReferral['agreed']> {
  const { own, share } = await shareOfReferrer(...parts)
  if (own === null || share.ownShareId === null) return null
  return { percent: share.percent, until: own.until?.getTime() ?? null }
}

/** Who sets or ends a share, and when. */
interface ShareCause {
  readonly by: Actor
  readonly reason: string
  readonly at: Date
}

const fieldsOf = (own: Pick<PartnerShare, 'percent' | 'until'> | null) =>
  own === null ? {} : { percent: own.percent, until: own.until?.toISOString() ?? null }

/** Ends the share of a partner, also one whose time is over. */
async function endAll(tx: Queries, playerId: number, at: Date): Promise<number> {
  const isOpen = and(eq(partnerShares.playerId, playerId), isNull(partnerShares.endedAt))
  const ended = await tx.update(partnerShares).set({ endedAt: at }).where(isOpen).returning({ id: partnerShares.id })
  return ended.length
}

/** Tells a partner. Returns what their open pages show after the commit. */
async function tellPartner(
  tx: Queries,
  playerId: number,
  kind: 'partnerShare' | 'partnerShareEnded',
  amounts: PlayerNotification['amounts'],
): Promise<PlayerToNotify> {
  const notification: PlayerNotification = { kind, amounts, link: REFERRAL_LINK }
  await storeNotification(tx, playerId, notification)
  return { playerId, notification }
}

/** Gives a partner a share of their own, instead of an earlier one, and tells them. The player has to be locked. */
export async function setOwnShareIn(
  tx: Queries,
  { playerId, percent, until }: Pick<PartnerShare, 'playerId' | 'percent' | 'until'>,
  { by, reason, at }: ShareCause,
): Promise<PlayerToNotify> {
  const before = fieldsOf(await ownShareOf(tx, playerId, at))
  await endAll(tx, playerId, at)
  await tx.insert(partnerShares).values({ id: newId(), playerId, percent, until, reason, author: by.name, at })
  const after = fieldsOf({ percent, until })
  await recordAct(tx, { by, verb: 'partners.share', kind: 'player', subject: playerId, before, after, reason })
  return tellPartner(tx, playerId, 'partnerShare', { percent })
}

/** Ends the own share of a partner, and tells them; null where none is in force. The player has to be locked. */
export async function endOwnShareIn(
  tx: Queries,
  playerId: number,
  { by, at }: Omit<ShareCause, 'reason'>,
): Promise<PlayerToNotify | null> {
  const own = await ownShareOf(tx, playerId, at)
  if (own === null) return null
  await endAll(tx, playerId, at)
  const after = { ended: true }
  await recordAct(tx, { by, verb: 'partners.end', kind: 'player', subject: playerId, before: fieldsOf(own), after })
  return tellPartner(tx, playerId, 'partnerShareEnded', {})
}
