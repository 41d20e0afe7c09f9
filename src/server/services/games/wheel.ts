// The wheel as a use case: charges the spin or uses the day's free one, draws the roll and gives its prize, in one transaction.

import { cents } from '../../../game/base/money.ts'
import { dayOf } from '../../../game/base/site-time.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import { lockedOfWin } from '../../../game/rewards/gifts.ts'
import type { Sector, Wheel } from '../../../game/rewards/rewards.ts'
import { priceOfSpin, sectorOfRoll, wheelText, worthOf } from '../../../game/rewards/wheel.ts'
import type { SpinBody, SpinReply } from '../../../protocol/wheel.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, violatesConstraint } from '../../db/database.ts'
import { wheelSpins } from '../../db/schema-rewards.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { assertMayHaveGift, type GiftAccess } from '../account/gift-access.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer, type Player } from '../calls/player.ts'
import { type AccountTotals, countSpending } from '../money/account-totals.ts'
import { payPlayer } from '../money/pay.ts'
import { afterReveal } from '../notices/delayed-notification.ts'
import { emitSpending, storeLevelUp } from '../notices/level-up.ts'
import { storeNotification } from '../notices/notifications.ts'
import { itemView } from '../rolls/item-view.ts'
import {
  type DrawnRoll,
  drawAndStoreRoll,
  type GameParts,
  liveDrop,
  oddsHashOf,
  playOnce,
  storeResponse,
  winItem,
} from '../rolls/play.ts'
import { prizeView } from '../rolls/prize-view.ts'

export type SpinResponse = Extract<SpinReply, { success: true }>

export interface WheelParts extends GameParts {
  /** Asks Steam about players without a deposit. */
  readonly giftAccess: Pick<GiftAccess, 'refresh'>
  readonly now: () => number
  readonly timeZone: string
}

export interface WheelService {
  /**
   * Spins the wheel.
   *
   * @throws RefusalError 'price-changed' or 'odds-changed' when the wheel differs from the one the player saw, 'spin-used' when
   *   today's free spin was used, 'reward-paused', 'prices-old', 'balance', 'excluded', for a free spin those of assertMayHaveGift
   */
  spin(player: Player, body: SpinBody, idempotencyKey: IdempotencyKey): Promise<SpinResponse>
}

/** The result of a spin's transaction. */
interface SpinResult {
  readonly answer: SpinResponse
  readonly drawn: DrawnRoll
  readonly totals: AccountTotals
  readonly levelUp: PlayerNotification | null
  /** The item that was won, and its notification. */
  readonly item: Item | null
  readonly notification: PlayerNotification | null
}

async function givePrize(
  tx: Queries,
  playerId: number,
  prize: Sector['prize'],
  { id: rollId, stake }: DrawnRoll,
  before: AccountTotals,
): Promise<AccountTotals> {
  switch (prize.kind) {
    case 'nothing':
      return before
    case 'balance': {
      const { amount } = prize
      const payment = { from: HOUSE_ACCOUNTS.wheel, playerId, amount, kind: 'spin-won', reference: rollId } as const
      return { ...before, balance: await payPlayer(tx, { ...payment, locked: lockedOfWin(stake, amount) }) }
    }
    case 'item': {
      const locked = lockedOfWin(stake, prize.item.priceCents)
      return winItem(tx, playerId, { id: rollId, item: prize.item, source: 'wheel', reference: '', rollId, locked })
    }
  }
}

async function spinWithin(
  tx: Queries,
  player: Player,
  { rewards: { wheel, gifts: rules }, digest }: Pick<LoadedCatalogue, 'rewards' | 'digest'>,
  { freeDay, at }: { readonly freeDay: string | null; readonly at: Date },
  idempotencyKey: IdempotencyKey,
): Promise<SpinResult> {
  const isFree = freeDay !== null
  if (isFree) {
    await lockPlayer(tx, player.id)
    await assertMayHaveGift(tx, player.id, { rules, at })
  }
  const odds = { text: wheelText(wheel, isFree), reference: '', digest }
  const paid = priceOfSpin(wheel, isFree)
  const charge = { playerId: player.id, to: HOUSE_ACCOUNTS.wheel, amount: paid, kind: 'spin' } as const
  const lines = wheel.sectors.map(({ prize, tickets }) => ({ priceCents: worthOf(prize), tickets }))
  const stake = isFree ? null : ({ game: 'wheel', lines, staked: [], charge, rules } as const)
  const drawn = await drawAndStoreRoll(tx, player.id, 'wheel', odds, stake)
  const place = sectorOfRoll(wheel.sectors, drawn.roll)
  const prize = wheel.sectors[place]?.prize
  if (prize === undefined) throw new RangeError(`The wheel has no sector ${place}`)
  const item = prize.kind === 'item' ? prize.item : null
  await tx.insert(wheelSpins).values({
    rollId: drawn.id,
    playerId: player.id,
    freeDay,
    sector: place,
    balance: prize.kind === 'balance' ? prize.amount : 0,
    itemId: item?.id ?? null,
  })
  const afterPaying = await countSpending(tx, player.id, paid, drawn.stake.margin)
  const totals = await givePrize(tx, player.id, prize, drawn, afterPaying)
  const { id, roll } = drawn
  const answer: SpinResponse = {
    success: true,
    sector: place,
    roll,
    id,
    free: isFree,
    prize: prizeView(prize),
    balance: totals.balance,
    drop: item === null ? null : { id, price: item.priceCents, item: itemView(item), roll },
  }
  await storeResponse(tx, idempotencyKey, answer)
  const levelUp = isFree ? null : await storeLevelUp(tx, player.id, totals.spent, paid)
  const notification: PlayerNotification | null =
    item === null ? null : { kind: 'wheelItem', amounts: { amount: item.priceCents }, link: '/dashboard' }
  if (notification !== null) await storeNotification(tx, player.id, notification)
  return { answer, drawn, totals, levelUp, item, notification }
}

/** Makes the spins over a database and a catalogue, with days in a time zone. */
export function createWheel(parts: WheelParts): WheelService {
  const { db, drawnCatalogue, seeds, events, giftAccess, now, timeZone } = parts

  function assertSeen(wheel: Wheel, { free, price, odds }: SpinBody): void {
    if (price !== priceOfSpin(wheel, free)) throw new RefusalError('price-changed')
    if (odds !== undefined && odds !== oddsHashOf(wheelText(wheel, free))) throw new RefusalError('odds-changed')
  }

  async function spin(player: Player, body: SpinBody, idempotencyKey: IdempotencyKey): Promise<SpinResponse> {
    const loaded = drawnCatalogue()
    const { wheel } = loaded.rewards
    if (wheel.paused === true) throw new RefusalError('reward-paused')
    assertSeen(wheel, body)
    const nowMs = now()
    const freeDay = body.free ? dayOf(nowMs, timeZone).day : null
    if (body.free) await giftAccess.refresh(player.id)
    try {
      const { answer, drawn, totals, levelUp, item, notification } = await db.transaction((tx) =>
        spinWithin(tx, player, loaded, { freeDay, at: new Date(nowMs) }, idempotencyKey),
      )
      const { prize } = answer
      const wonCents = cents(item?.priceCents ?? (prize.kind === 'balance' ? prize.amount : 0))
      events.emit('gameResult', { game: 'wheel', count: 1, staked: priceOfSpin(wheel, body.free), won: wonCents })
      if (item !== null) events.emit('drops', [liveDrop('wheel', drawn, item, { ...player, ...totals })], player.id)
      if (notification !== null) afterReveal(() => events.emit('notification', { playerId: player.id, notification }))
      if (!body.free) emitSpending(events, player.id, totals, levelUp)
      else if (answer.prize.kind === 'balance') {
        events.emit('balance', { playerId: player.id, balance: totals.balance })
      }
      return answer
    } catch (error) {
      if (violatesConstraint(error, 'one_free_spin_a_day')) throw new RefusalError('spin-used')
      throw error
    } finally {
      // The transaction may have advanced the nonce.
      seeds.forget(player.id)
    }
  }

  return {
    spin: (player, body, idempotencyKey) => playOnce(parts, idempotencyKey, () => spin(player, body, idempotencyKey)),
  }
}
