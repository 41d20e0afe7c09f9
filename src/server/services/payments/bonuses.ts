// Bonuses: the state of a player's first-deposit bonus, and the social bonus, which is paid once to each player.
import { and, eq, sum } from 'drizzle-orm'
import { FIRST_DEPOSIT_PERCENT, SOCIAL_BONUS } from '../../../game/base/economy.ts'
import type { Cents } from '../../../game/base/money.ts'
import { type SocialNetwork, socialLinks } from '../../../game/base/social.ts'
import { giftAllowance } from '../../../game/rewards/gifts.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { BonusesReply, FirstDepositState } from '../../../protocol/bonuses.ts'
import type { LockedGifts } from '../../../protocol/rewards.ts'
import type { Settings } from '../../../protocol/settings.ts'
import type { SiteEvents } from '../../base/events.ts'
import { RefusalError } from '../../base/refusal.ts'
import { type Database, type Queries, violatesConstraint } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { idempotencyKeys, items, transfers } from '../../db/schema.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { assertMayHaveGift, type GiftAccess, type GiftAsk } from '../account/gift-access.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer } from '../calls/player.ts'
import { payPlayer, readGiftAccount } from '../money/pay.ts'
import { LOCKED_NOW } from '../rolls/play.ts'
import { type DepositStatus, depositStatus } from './orders.ts'

export interface SocialPaid {
  readonly balance: Cents
  readonly amount: Cents
}

export interface Bonuses {
  /** Returns the bonuses and the player's state in each. */
  overview(playerId: number): Promise<Omit<BonusesReply, 'success' | 'giftRefusal'>>
  /**
   * Pays the social bonus.
   *
   * @param opened the networks whose links the player opened
   * @throws RefusalError 'social-off' when the operator has no account with any network, 'social-unopened' when the player has
   *   not opened every link, 'excluded', 'social-claimed' the second time, and those of assertMayHaveGift
   */
  claimSocial(playerId: number, opened: readonly SocialNetwork[], idempotencyKey: IdempotencyKey): Promise<SocialPaid>
}

export interface BonusesParts {
  readonly db: Database
  readonly idempotency: Idempotency
  /** Asks Steam about players without a deposit. */
  readonly giftAccess: Pick<GiftAccess, 'refresh'>
  readonly gifts: () => GiftAsk['rules']
  readonly events: SiteEvents
  readonly now: () => number
  /** The operator's accounts; empty for none. */
  readonly social: () => Settings['social']
}

function firstDepositState({ percent, isFirst }: DepositStatus): FirstDepositState {
  if (percent > 0) return 'open'
  if (!isFirst) return 'used'
  return 'code'
}

/** Tells whether a player received the social bonus. */
export async function hasClaimed(queries: Queries, playerId: number): Promise<boolean> {
  const paid = and(eq(transfers.kind, 'social'), eq(transfers.reference, String(playerId)))
  return (await queries.$count(transfers, paid)) > 0
}

/** Returns what is locked of a player's balance and items, and how much of it their margin unlocks by now. */
export async function lockedGifts(queries: Queries, playerId: number, rules: GiftRules): Promise<LockedGifts> {
  const account = await readGiftAccount(queries, playerId)
  const [held] = await queries
    .select({ locked: sum(LOCKED_NOW) })
    .from(items)
    .where(and(eq(items.playerId, playerId), hasState(items.state, 'owned')))
  const locked = account.lockedCents + Number(held?.locked ?? 0)
  return { locked, unlockable: Math.min(locked, giftAllowance(account, rules)), ownPercent: rules.ownPercent }
}

async function pay(tx: Queries, playerId: number, idempotencyKey: IdempotencyKey, ask: GiftAsk): Promise<SocialPaid> {
  await lockPlayer(tx, playerId)
  await assertNotExcluded(tx, playerId, ask.at)
  await assertMayHaveGift(tx, playerId, ask)
  const balance = await payPlayer(tx, {
    from: HOUSE_ACCOUNTS.bonuses,
    playerId,
    amount: SOCIAL_BONUS,
    locked: SOCIAL_BONUS,
    kind: 'social',
    reference: String(playerId),
  })
  const paid = { balance, amount: SOCIAL_BONUS }
  await tx
    .insert(idempotencyKeys)
    .values({ playerId, key: idempotencyKey.key, requestHash: idempotencyKey.requestHash, answer: paid })
  return paid
}

/** Makes the bonuses over a database and the operator's accounts. */
export function createBonuses({ db, gifts, idempotency, giftAccess, events, now, social }: BonusesParts): Bonuses {
  async function claim(
    playerId: number,
    opened: readonly SocialNetwork[],
    idempotencyKey: IdempotencyKey,
  ): Promise<SocialPaid> {
    const links = socialLinks(social())
    if (links.length === 0) throw new RefusalError('social-off')
    if (!links.every(({ network }) => opened.includes(network))) throw new RefusalError('social-unopened')
    await giftAccess.refresh(playerId)
    const ask = { rules: gifts(), at: new Date(now()) }
    try {
      const paid = await db.transaction((tx) => pay(tx, playerId, idempotencyKey, ask))
      events.emit('balance', { playerId, balance: paid.balance })
      return paid
    } catch (error) {
      if (violatesConstraint(error, 'transfers_once')) throw new RefusalError('social-claimed')
      throw error
    }
  }

  return {
    overview: async (playerId) => {
      const state = firstDepositState(await depositStatus(db.queries, playerId))
      const claimed = await hasClaimed(db.queries, playerId)
      return {
        firstDeposit: { percent: FIRST_DEPOSIT_PERCENT, state },
        social: { amount: SOCIAL_BONUS, claimed, links: socialLinks(social()) },
      }
    },
    claimSocial: (playerId, opened, idempotencyKey) =>
      idempotency.run(idempotencyKey, () => claim(playerId, opened, idempotencyKey)),
  }
}
