// The wheel as a use case: a spin is paid or the day's free one, its roll is drawn, and its prize given, in one transaction.
import type { SpinBody, SpinReply } from '../../contract/wheel.ts'
import type { Item } from '../../game/catalogue.ts'
import { type Cents, cents } from '../../game/money.ts'
import type { Sector, Wheel } from '../../game/rewards.ts'
import { dayOf } from '../../game/site-time.ts'
import { priceOfSpin, sectorOfRoll, wheelText } from '../../game/wheel.ts'
import { type Queries, violates } from '../db/database.ts'
import { transfers } from '../db/schema.ts'
import { wheelSpins } from '../db/schema-rewards.ts'
import { newId } from '../ids.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import { RefusalError } from '../refusal.ts'
import { paySpending, type Standing } from './account-totals.ts'
import {
  type Drawn,
  drawAndKeep,
  type GameParts,
  keepAnswer,
  liveDrop,
  oddsHashOf,
  playOnce,
  winItem,
} from './game-turn.ts'
import { itemView } from './item-view.ts'
import { keepLevelUp, tellSpending } from './level-up.ts'
import { keepNotice, type Notice } from './notifications.ts'
import type { Click } from './once.ts'
import type { Opener } from './opening.ts'
import { payPlayer } from './players.ts'
import { prizeView } from './prize-view.ts'
import { tellRevealed } from './reveal.ts'
import { balanceOf } from './settlement.ts'

export type Spun = Extract<SpinReply, { success: true }>

export interface WheelParts extends GameParts {
  readonly now: () => number
  readonly timeZone: string
}

export interface Spinning {
  /**
   * Spins the wheel.
   *
   * @throws RefusalError 'price-changed' or 'odds-changed' when the wheel is not the one that was seen, 'spin-used' when today's free
   *   spin is gone, 'balance', 'excluded'
   */
  spin(player: Opener, wish: SpinBody, click: Click): Promise<Spun>
}

/** What a transaction has done. */
interface Turned {
  readonly answer: Spun
  readonly drawn: Drawn
  readonly standing: Standing
  readonly levelUp: Notice | null
  /** The item that was won, and what is told of it. */
  readonly item: Item | null
  readonly notice: Notice | null
}

/** Takes the price of a spin; the free one costs nothing and moves nothing. */
async function payFor(tx: Queries, playerId: number, paid: Cents, rollId: string): Promise<Standing> {
  const standing = await paySpending(tx, playerId, paid)
  if (paid > 0) {
    await tx.insert(transfers).values({
      id: newId(),
      kind: 'spin',
      debitId: playerId,
      creditId: HOUSE_ACCOUNTS.wheel,
      amount: paid,
      reference: rollId,
    })
  }
  return standing
}

async function givePrize(
  tx: Queries,
  playerId: number,
  prize: Sector['prize'],
  rollId: string,
  before: Standing,
): Promise<Standing> {
  switch (prize.kind) {
    case 'nothing':
      return before
    case 'balance': {
      const { amount } = prize
      await payPlayer(tx, { from: HOUSE_ACCOUNTS.wheel, playerId, amount, kind: 'spin-won', reference: rollId })
      return { ...before, balance: await balanceOf(tx, playerId) }
    }
    case 'item':
      return winItem(tx, playerId, { id: rollId, item: prize.item, source: 'wheel', reference: '', rollId })
  }
}

async function turn(tx: Queries, player: Opener, wheel: Wheel, freeDay: string | null, click: Click): Promise<Turned> {
  const isFree = freeDay !== null
  const drawn = await drawAndKeep(tx, player.id, 'wheel', { text: wheelText(wheel, isFree), reference: '' })
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
  const paid = priceOfSpin(wheel, isFree)
  const afterPaying = await payFor(tx, player.id, paid, drawn.id)
  const standing = await givePrize(tx, player.id, prize, drawn.id, afterPaying)
  const { id, roll } = drawn
  const answer: Spun = {
    success: true,
    sector: place,
    roll,
    id,
    free: isFree,
    prize: prizeView(prize),
    balance: standing.balance,
    drop: item === null ? null : { id, price: item.priceCents, item: itemView(item), roll },
  }
  await keepAnswer(tx, click, answer)
  const levelUp = isFree ? null : await keepLevelUp(tx, player.id, standing.spent, paid)
  const notice: Notice | null =
    item === null ? null : { kind: 'wheelItem', amounts: { amount: item.priceCents }, link: '/dashboard' }
  if (notice !== null) await keepNotice(tx, player.id, notice)
  return { answer, drawn, standing, levelUp, item, notice }
}

/** Spins over a database and a catalogue, in the days of a time zone. */
export function createSpinning(parts: WheelParts): Spinning {
  const { db, catalogue, seeds, events, now, timeZone } = parts

  function assertSeen(wheel: Wheel, { free, price, odds }: SpinBody): void {
    if (price !== priceOfSpin(wheel, free)) throw new RefusalError('price-changed')
    if (odds !== undefined && odds !== oddsHashOf(wheelText(wheel, free))) throw new RefusalError('odds-changed')
  }

  async function spin(player: Opener, wish: SpinBody, click: Click): Promise<Spun> {
    const { wheel } = catalogue().rewards
    assertSeen(wheel, wish)
    const freeDay = wish.free ? dayOf(now(), timeZone).day : null
    try {
      const { answer, drawn, standing, levelUp, item, notice } = await db.transaction((tx) =>
        turn(tx, player, wheel, freeDay, click),
      )
      const { prize } = answer
      const wonCents = cents(item?.priceCents ?? (prize.kind === 'balance' ? prize.amount : 0))
      events.emit('turn', { game: 'wheel', count: 1, staked: priceOfSpin(wheel, wish.free), won: wonCents })
      if (item !== null) events.emit('drops', [liveDrop('wheel', drawn, item, { ...player, ...standing })])
      if (notice !== null) tellRevealed(() => events.emit('notice', { playerId: player.id, notice }))
      if (!wish.free) tellSpending(events, player.id, standing, levelUp)
      else if (answer.prize.kind === 'balance') {
        events.emit('balance', { playerId: player.id, balance: standing.balance })
      }
      return answer
    } catch (error) {
      if (violates(error, 'one_free_spin_a_day')) throw new RefusalError('spin-used')
      throw error
    } finally {
      // The nonce has moved on, or may have.
      seeds.forget(player.id)
    }
  }

  return { spin: (player, wish, click) => playOnce(parts, click, () => spin(player, wish, click)) }
}
