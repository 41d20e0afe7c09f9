// What is given away: where a player stands with the first-deposit bonus, and the social bonus, which is paid once a player.
import { and, eq } from 'drizzle-orm'
import type { BonusesReply, FirstDepositState } from '../../contract/bonuses.ts'
import type { Settings } from '../../contract/settings.ts'
import { FIRST_DEPOSIT_PERCENT, SOCIAL_BONUS } from '../../game/economy.ts'
import type { Cents } from '../../game/money.ts'
import { type SocialNetwork, socialLinks } from '../../game/social.ts'
import { type Database, type Queries, violates } from '../db/database.ts'
import { idempotencyKeys, players, transfers } from '../db/schema.ts'
import type { SiteEvents } from '../events.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import { RefusalError } from '../refusal.ts'
import type { Click, Once } from './once.ts'
import { type DepositStanding, depositStanding } from './orders.ts'
import { payPlayer } from './players.ts'
import { assertNotExcluded } from './protection.ts'
import { balanceOf } from './settlement.ts'

export interface SocialPaid {
  readonly balance: Cents
  readonly amount: Cents
}

export interface Bonuses {
  /** What is offered, and where a player stands with it. */
  standingOf(playerId: number): Promise<Omit<BonusesReply, 'success'>>
  /**
   * Pays the social bonus.
   *
   * @param opened the networks whose links the player has opened
   * @throws RefusalError 'social-off' where the operator has no account with any network, 'social-unopened' when a link of his is
   *   missing, 'excluded', 'social-claimed' the second time
   */
  claimSocial(playerId: number, opened: readonly SocialNetwork[], click: Click): Promise<SocialPaid>
}

export interface BonusesParts {
  readonly db: Database
  readonly once: Once
  readonly events: SiteEvents
  readonly now: () => number
  /** The operator's accounts; empty where there is none. */
  readonly social: Settings['social']
}

function firstDepositState({ percent, isFirst, isReferred }: DepositStanding): FirstDepositState {
  if (percent > 0) return 'open'
  if (!isFirst) return 'used'
  return isReferred ? 'held' : 'code'
}

/** Whether a player has received the social bonus. */
export async function hasClaimed(queries: Queries, playerId: number): Promise<boolean> {
  const paid = and(eq(transfers.kind, 'social'), eq(transfers.reference, String(playerId)))
  return (await queries.$count(transfers, paid)) > 0
}

async function pay(tx: Queries, playerId: number, click: Click, at: Date): Promise<SocialPaid> {
  // An exclusion takes this lock too: what comes after it finds it.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, playerId)).for('no key update')
  await assertNotExcluded(tx, playerId, at)
  await payPlayer(tx, {
    from: HOUSE_ACCOUNTS.bonuses,
    playerId,
    amount: SOCIAL_BONUS,
    kind: 'social',
    reference: String(playerId),
  })
  const paid = { balance: await balanceOf(tx, playerId), amount: SOCIAL_BONUS }
  await tx.insert(idempotencyKeys).values({ playerId, key: click.key, requestHash: click.requestHash, answer: paid })
  return paid
}

/** The bonuses over a database and the operator's accounts. */
export function createBonuses({ db, once, events, now, social }: BonusesParts): Bonuses {
  const links = socialLinks(social)

  async function claim(playerId: number, opened: readonly SocialNetwork[], click: Click): Promise<SocialPaid> {
    if (links.length === 0) throw new RefusalError('social-off')
    if (!links.every(({ network }) => opened.includes(network))) throw new RefusalError('social-unopened')
    try {
      const paid = await db.transaction((tx) => pay(tx, playerId, click, new Date(now())))
      events.emit('balance', { playerId, balance: paid.balance })
      return paid
    } catch (error) {
      if (violates(error, 'transfers_once')) throw new RefusalError('social-claimed')
      throw error
    }
  }

  return {
    standingOf: async (playerId) => {
      const state = firstDepositState(await depositStanding(db.queries, playerId))
      const claimed = await hasClaimed(db.queries, playerId)
      return {
        firstDeposit: { percent: FIRST_DEPOSIT_PERCENT, state },
        social: { amount: SOCIAL_BONUS, claimed, links },
      }
    },
    claimSocial: (playerId, opened, click) => once.run(click, () => claim(playerId, opened, click)),
  }
}
