// Referrers' shares of the margin that the players whom they referred have made. Margin counts once it is older than the hold. What is
// due is the share of all of it less what was paid before, so that a payment that failed is part of the next one. A share of a partner's
// own counts for what had not been paid for when it began.
import { eq, sql } from 'drizzle-orm'
import { PAID_GAMES } from '../../../game/base/games.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { referrerPercentMost } from '../../../game/rewards/gift-bound.ts'
import { microcents } from '../../../game/rewards/margin.ts'
import { type LastShare, nextShare } from '../../../game/rewards/referral.ts'
import type { Rewards } from '../../../game/rewards/rewards.ts'
import type { SiteEvents } from '../../base/events.ts'
import { leastIdAt } from '../../base/ids.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { referralCodes, referralShares } from '../../db/schema-rewards.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { sharesDevice } from '../account/related-players.ts'
import { lockBalances, payPlayer } from '../money/pay.ts'
import { storeNotification } from '../notices/notifications.ts'
import { REFERRAL_LINK } from './commission.ts'
import { shareOfReferrer } from './own-shares.ts'

const HOUR_MS = 3_600_000

/** Players of one referrer whose shares are paid in one transaction: it locks their accounts. */
const PLAYERS_AT_ONCE = 50

export interface ReferralShares {
  /** Pays every referrer what is due to them. Returns how many shares were paid. */
  payDue(): Promise<number>
}

export interface ReferralSharesParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  readonly rewards: () => Pick<Rewards, 'referral' | 'gifts'>
  readonly log: { error(fields: object, message: string): void }
}

/** Referred players of one referrer. */
interface Referred {
  readonly referrerId: number
  readonly playerIds: readonly number[]
}

/**
 * Finds referred players whose margin may bring a cent more than was paid, in groups of one referrer. An own share counts from where it
 * began: there any new margin may bring it.
 */
async function findReferred(queries: Queries, percentMost: number): Promise<Referred[]> {
  const rows = await queryRows<{ referrer_id: number; ids: number[] }>(
    queries,
    sql`
    select referrer_id, json_agg(players.id order by players.id) as ids from players
    join accounts on accounts.id = players.id
    left join (select player_id, sum(amount) as amount, max(margin) as margin, bool_or(own_share_id is not null) as own
      from referral_shares group by player_id) paid on paid.player_id = players.id
    where players.referrer_id is not null
      and (accounts.margin::numeric * ${percentMost} >= (coalesce(paid.amount, 0) + 1) * 100000000
        or accounts.margin > paid.margin and (paid.own or exists (
          select from partner_shares where partner_shares.player_id = players.referrer_id and ended_at is null)))
    group by referrer_id order by referrer_id`,
  )
  return rows.flatMap(({ referrer_id: referrerId, ids }) =>
    Array.from({ length: Math.ceil(ids.length / PLAYERS_AT_ONCE) }, (_, place) => ({
      referrerId,
      playerIds: ids.slice(place * PLAYERS_AT_ONCE, (place + 1) * PLAYERS_AT_ONCE),
    })),
  )
}

interface MarginRow {
  readonly id: number
  readonly margin: string
  readonly paid: string
  readonly shares: number
  /** The last share. */
  readonly last: {
    readonly margin: number
    readonly percent: number
    readonly own_share_id: string | null
    readonly from_margin: number
    readonly from_paid: number
  } | null
}

/** Returns what was paid last for a player; null for nothing. */
function lastOf({ last, paid }: MarginRow): LastShare | null {
  if (last === null) return null
  const from = { margin: microcents(last.from_margin), paid: cents(last.from_paid) }
  const { percent, own_share_id: ownShareId } = last
  return { margin: microcents(last.margin), paid: cents(Number(paid)), percent, ownShareId, from }
}

/**
 * Reads the margin that was made before the hold, and what was paid for it. The accounts are locked, so that neither changes. Left out
 * are players whose withdrawals are frozen, because their deposit may go back, players who share a device with their referrer, and
 * all players of a banned referrer.
 */
function readMargins(tx: Queries, { referrerId, playerIds }: Referred, sinceMs: number): Promise<MarginRow[]> {
  const ids = sql.join(
    playerIds.map((id) => sql`${id}`),
    sql`, `,
  )
  const games = sql.join(
    PAID_GAMES.map((game) => sql`${game}`),
    sql`, `,
  )
  return queryRows<MarginRow>(
    tx,
    sql`
    select players.id, greatest(0, accounts.margin - recent.margin) as margin, paid.amount as paid, paid.shares,
      (select to_json(newest) from referral_shares newest where newest.player_id = players.id
        order by sequence desc limit 1) as last
    from players join accounts on accounts.id = players.id
    cross join lateral (select coalesce(sum(made.margin), 0) as margin from (
      select margin from rolls
        where rolls.player_id = players.id and rolls.game in (${games}) and rolls.id >= ${leastIdAt(sinceMs)}::uuid
      union all select margin from battle_stakes
        where battle_stakes.player_id = players.id and battle_stakes.id >= ${leastIdAt(sinceMs)}::uuid) made) recent
    cross join lateral (select coalesce(sum(amount), 0) as amount, count(*)::int as shares from referral_shares
      where referral_shares.player_id = players.id) paid
    where players.id in (${ids}) and players.referrer_id = ${referrerId}
      and not exists (select from withdrawal_freezes where withdrawal_freezes.player_id = players.id and lifted_at is null)
      and not exists (select from bans where bans.player_id = ${referrerId} and bans.lifted_at is null)
      and not ${sharesDevice(sql`players.id`, sql`players.referrer_id`)}
    order by players.id`,
  )
}

interface PaidShares {
  readonly count: number
  readonly balance: Cents
  readonly notification: PlayerNotification
}

/** Pays a referrer for some players; null when nothing is due. */
async function payShares(
  tx: Queries,
  referred: Referred,
  rewards: Pick<Rewards, 'referral' | 'gifts'>,
  at: Date,
): Promise<PaidShares | null> {
  const { referrerId, playerIds } = referred
  const before = await lockBalances(tx, [referrerId, ...playerIds])
  const { tier, share } = await shareOfReferrer(tx, referrerId, rewards, at)
  const sinceMs = at.getTime() - rewards.gifts.referrerHoldHours * HOUR_MS
  let [count, total, balance] = [0, 0, before.get(referrerId) ?? cents(0)]
  for (const row of await readMargins(tx, referred, sinceMs)) {
    const [playerId, sequence, margin] = [row.id, row.shares + 1, microcents(Number(row.margin))]
    const { amount, percent, ownShareId, from } = nextShare(margin, tier.percent, share, lastOf(row))
    if (amount === 0) continue
    const start = { fromMargin: from.margin, fromPaid: from.paid }
    await tx
      .insert(referralShares)
      .values({ playerId, sequence, referrerId, percent, ownShareId, ...start, margin, amount, at })
    const transfer = { from: HOUSE_ACCOUNTS.referrals, playerId: referrerId, amount, locked: cents(0) }
    balance = await payPlayer(tx, { ...transfer, kind: 'referral', reference: `${playerId}.${sequence}` })
    count += 1
    total += amount
  }
  if (count === 0) return null
  await tx
    .update(referralCodes)
    .set({ earned: sql`${referralCodes.earned} + ${total}` })
    .where(eq(referralCodes.playerId, referrerId))
  const notification: PlayerNotification = { kind: 'referral', amounts: { amount: total }, link: REFERRAL_LINK }
  await storeNotification(tx, referrerId, notification)
  return { count, balance, notification }
}

/** Makes the shares over a database and the operator's rules. */
export function createReferralShares({ db, events, now, rewards, log }: ReferralSharesParts): ReferralShares {
  /** Pays a group; one that fails does not stop the others, and is paid the next time. */
  async function payGroup(referred: Referred): Promise<number> {
    const { referrerId: playerId } = referred
    try {
      const paid = await db.transaction((tx) => payShares(tx, referred, rewards(), new Date(now())))
      if (paid === null) return 0
      events.emit('balance', { playerId, balance: paid.balance })
      events.emit('notification', { playerId, notification: paid.notification })
      return paid.count
    } catch (error) {
      log.error({ err: error, player: playerId }, 'the shares of a referrer could not be paid')
      return 0
    }
  }

  return {
    payDue: async () => {
      const percentMost = referrerPercentMost(rewards().gifts)
      let count = 0
      for (const referred of await findReferred(db.queries, percentMost)) count += await payGroup(referred)
      return count
    },
  }
}
