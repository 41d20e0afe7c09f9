// The acts about a share of a partner's own, and what one would have cost.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { addDays, dayAt, startOfDay } from '../../../../game/base/site-time.ts'
import { referrerPercentMost } from '../../../../game/rewards/gift-bound.ts'
import type { Rewards } from '../../../../game/rewards/rewards.ts'
import {
  type PartnerSharePreview,
  type PartnerShareView,
  partnerShareBodySchema,
} from '../../../../protocol/office/partner-share.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { type Queries, queryRows } from '../../../db/database.ts'
import type { PlayerToNotify } from '../../notices/notifications.ts'
import {
  endOwnShareIn,
  ownShareOf,
  type ReferrerShareNow,
  setOwnShareIn,
  shareOfReferrer,
} from '../../referral/own-shares.ts'
import { defineAct, type OfficeAct, type Outcome } from '../acts.ts'
import { aboutPlayer, playerOf } from '../player-acts.ts'
import { NotAllowed } from '../refusal.ts'

/** The days that a preview looks back. */
const DAYS = 30

const partnerBody = z.object({ playerId: z.int() })
const shareBody = partnerBody.extend(partnerShareBodySchema.omit({ reason: true }).shape)

export interface PartnerActs {
  readonly set: OfficeAct
  /** What takes a share away does not wait for anyone. */
  readonly end: OfficeAct
}

const momentText = (moment: Date | null): string | null => moment?.toISOString() ?? null

async function assertPlayer(queries: Queries, playerId: number): Promise<void> {
  const { house } = await playerOf(queries, playerId)
  if (house) throw new ProtocolError(404, 'unknown', 'Bots refer nobody')
}

/** The partner's open pages show the notification after the commit. */
const tellAfter = (notice: PlayerToNotify): Outcome => ({ announce: (events) => events.emit('notification', notice) })

/** Makes the acts over the rules that the shop has now. */
export function createPartnerActs(gifts: () => Rewards['gifts'], now: () => number): PartnerActs {
  const set = defineAct({
    verb: 'partners.share',
    body: shareBody,
    look: async (tx, { playerId, percent, until }) => {
      const most = referrerPercentMost(gifts())
      if (percent > most) {
        const message = `A partner who refers a second account of their own would get back ${percent} % of its margin, more than ${most} %`
        throw new ProtocolError(409, 'share-most', message)
      }
      if (until !== null && until <= now()) throw new ProtocolError(409, 'share-over', 'until: is over already')
      await assertPlayer(tx, playerId)
      const about = await aboutPlayer(tx, playerId, null)
      const before = await ownShareOf(tx, playerId, new Date(now()))
      return {
        ...about,
        difference: [
          { field: 'percent', before: before?.percent ?? null, after: percent },
          {
            field: 'until',
            before: momentText(before?.until ?? null),
            after: momentText(until === null ? null : new Date(until)),
          },
        ],
      }
    },
    run: async (tx, { playerId, percent, until }, { by, reason, at }) => {
      const end = until === null ? null : new Date(until)
      return tellAfter(await setOwnShareIn(tx, { playerId, percent, until: end }, { by, reason, at: new Date(at) }))
    },
  })

  const end = defineAct({
    verb: 'partners.end',
    body: partnerBody,
    look: async (tx, { playerId }) => ({
      ...(await aboutPlayer(tx, playerId, null)),
      difference: [{ field: 'ended', before: false, after: true }],
    }),
    run: async (tx, { playerId }, { by, at }) => {
      const notice = await endOwnShareIn(tx, playerId, { by, at: new Date(at) })
      // A colleague was faster, or its time is over.
      if (notice === null) throw new NotAllowed('state')
      return tellAfter(notice)
    },
  })

  return { set, end }
}

/** Returns what the office shows of an own share; null for none. */
export function ownShareView({ own, percentMost }: ReferrerShareNow): PartnerShareView | null {
  if (own === null) return null
  const { percent, until, reason, author, at } = own
  const loweredTo = percent > percentMost ? percentMost : null
  return { percent, until: until?.getTime() ?? null, reason, by: author, at: at.getTime(), loweredTo }
}

export interface SharePreviewParts {
  readonly queries: Queries
  readonly atMs: number
  readonly timeZone: string
  readonly rewards: Pick<Rewards, 'referral' | 'gifts'>
}

/** Returns what was paid to a partner in the last thirty days, and what it would have been by a share of their own. */
export async function partnerSharePreview(
  { queries, atMs, timeZone, rewards }: SharePreviewParts,
  playerId: number,
  percent: number,
): Promise<PartnerSharePreview> {
  await assertPlayer(queries, playerId)
  const { tier, percentMost } = await shareOfReferrer(queries, playerId, rewards, new Date(atMs))
  const from = new Date(startOfDay(addDays(dayAt(atMs, timeZone), 1 - DAYS), timeZone)).toISOString()
  const counted = Math.min(percent, percentMost)
  const [sums] = await queryRows<{ paid: string; would_be: string }>(
    queries,
    sql`select coalesce(sum(amount), 0) as paid,
        coalesce(sum(floor(amount::numeric * greatest(percent, ${counted}) / percent)), 0) as would_be
      from referral_shares where referrer_id = ${playerId} and at >= ${from}::timestamptz`,
  )
  return {
    tierPercent: tier.percent,
    most: percentMost,
    paid: Number(sums?.paid ?? 0),
    wouldBe: Number(sums?.would_be ?? 0),
  }
}
