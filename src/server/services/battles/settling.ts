// Settles battles whose show is over, many in a transaction: pays the winnings, and counts what the players staked. Battles are claimed by
// their rows, so that several processes share the work, and a process that dies leaves nothing half paid.
import { and, asc, inArray, lte, not, type SQL, sql } from 'drizzle-orm'
import { expOfSpending } from '../../../game/base/levels.ts'
import { cents } from '../../../game/base/money.ts'
import { isGreatWin } from '../../../game/base/win-tier.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { ItemView } from '../../../protocol/common.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import type { SiteEvents } from '../../base/events.ts'
import { newId } from '../../base/ids.ts'
import { type Database, type Queries, queryRows } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { battleDrops, battles } from '../../db/schema-battles.ts'
import { sharesDevice } from '../account/related-players.ts'
import { type AccountChange, type ChangedAccount, changeAccounts, NO_CHANGE } from '../money/account-changes.ts'
import { storeTransfers } from '../money/escrow.ts'
import { levelNotification } from '../notices/level-up.ts'
import { type PlayerToNotify, storeEachNotification } from '../notices/notifications.ts'
import { dropPlayer } from '../rolls/drop-player.ts'
import { proofPath } from '../rolls/drops.ts'
import type { BattleAnnouncer } from './announce.ts'
import type { BattleRow } from './cards.ts'
import { IS_UNANNOUNCED } from './drawn-events.ts'
import { type BattleLog, workThrough } from './due-work.ts'
import { battlePath, seatsOf } from './refunds.ts'
import {
  type DrawnBattle,
  itemWinner,
  planSettlement,
  type SettlementPlan,
  type WonBattleItem,
} from './settlement-plan.ts'

/** Battles in one transaction. */
const BATTLES_AT_ONCE = 100

export interface BattleSettling {
  /** Settles the battles whose show is over. Returns how many. */
  settleDue(): Promise<number>
}

export interface SettlingParts {
  readonly db: Database
  readonly events: SiteEvents
  readonly now: () => number
  readonly gifts: () => GiftRules
  readonly announce: BattleAnnouncer
  readonly log: Pick<BattleLog, 'error'>
}

/** A settled battle, and what it won. */
interface SettledBattle {
  readonly battle: BattleRow
  readonly plan: SettlementPlan
}

interface Settlement {
  readonly settled: readonly SettledBattle[]
  readonly accounts: ReadonlyMap<number, ChangedAccount>
  readonly views: ReadonlyMap<string, ItemView>
  readonly notified: readonly PlayerToNotify[]
}

async function findPairs(tx: Queries, battleIds: readonly string[]): Promise<Map<string, Set<number>>> {
  const rows = await queryRows<{ battle_id: string; player_id: number }>(
    tx,
    sql`
    select distinct seats.battle_id, seats.player_id from battle_seats seats
    join battle_seats against on against.battle_id = seats.battle_id and against.player_id <> seats.player_id
    where seats.battle_id = any(${sql.param(battleIds)}::uuid[])
      and ${sharesDevice(sql`seats.player_id`, sql`against.player_id`)}`,
  )
  const pairs = new Map<string, Set<number>>()
  for (const { battle_id: id, player_id: playerId } of rows) pairs.set(id, (pairs.get(id) ?? new Set()).add(playerId))
  return pairs
}

/** Reads what the settlement of drawn battles depends on. The transaction has locked their rows. */
async function readDrawn(tx: Queries, due: readonly BattleRow[]): Promise<DrawnBattle[]> {
  const ids = due.map(({ id }) => id)
  const seats = await seatsOf(tx, ids)
  const pairs = await findPairs(tx, ids)
  const withItems = due.filter((battle) => itemWinner(battle, seats.get(battle.id) ?? []) !== null)
  const drops = await tx
    .select()
    .from(battleDrops)
    .where(
      inArray(
        battleDrops.battleId,
        withItems.map(({ id }) => id),
      ),
    )
    .orderBy(asc(battleDrops.battleId), asc(battleDrops.round), asc(battleDrops.slot))
  const dropsOf = Map.groupBy(drops, ({ battleId }) => battleId)
  return due.map((battle) => ({
    battle,
    seats: seats.get(battle.id) ?? [],
    drops: dropsOf.get(battle.id) ?? [],
    paired: pairs.get(battle.id) ?? new Set(),
  }))
}

/** Sums what the plans change, by player. */
function changesOf(plans: readonly SettlementPlan[]): AccountChange[] {
  const changes = new Map<number, AccountChange>()
  const changeOf = (id: number): AccountChange => {
    const change = changes.get(id) ?? { ...NO_CHANGE, id }
    changes.set(id, change)
    return change
  }
  for (const { stakes, items, transfers } of plans) {
    for (const { playerId, stake, cash, margin } of stakes) {
      const change = changeOf(playerId)
      change.spent += stake
      change.spent_locked += stake - cash
      change.margin += margin
    }
    for (const { id, playerId, price } of items) {
      const change = changeOf(playerId)
      change.items += 1
      change.worth += price
      if (price > change.best_price) Object.assign(change, { best_id: id, best_price: price })
    }
    for (const { kind, creditId, amount, locked } of transfers) {
      if (kind === 'battle-pot') continue
      const change = changeOf(creditId)
      change.amount += amount
      change.locked += locked
    }
  }
  return [...changes.values()]
}

async function storePlans(tx: Queries, settled: readonly SettledBattle[]): Promise<void> {
  const payouts = settled.flatMap(({ plan }) => plan.payouts)
  const stakes = settled.flatMap(({ plan }) => plan.stakes)
  const items = settled.flatMap(({ battle, plan }) => plan.items.map((item) => ({ ...item, reference: battle.id })))
  await tx.execute(sql`
    insert into battle_payouts (battle_id, slot, player_id, share, amount, form)
    select "battleId", slot, "playerId", share, amount, form from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb)
      as given ("battleId" uuid, slot int, "playerId" int, share bigint, amount bigint, form text)`)
  await tx.execute(sql`
    insert into battle_stakes (id, battle_id, slot, player_id, stake, cash, margin, is_paired)
    select id, "battleId", slot, "playerId", stake, cash, margin, "isPaired"
    from jsonb_to_recordset(${JSON.stringify(stakes)}::jsonb) as given (id uuid, "battleId" uuid, slot int, "playerId" int,
      stake bigint, cash bigint, margin bigint, "isPaired" boolean)`)
  await tx.execute(sql`
    insert into items (id, player_id, item_id, price, state, source, reference, locked)
    select id, "playerId", "itemId", price, 'owned', 'battle', reference, locked
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as given (id uuid, "playerId" int, "itemId" text, price bigint, reference text, locked bigint)`)
  await storeTransfers(
    tx,
    settled.flatMap(({ plan }) => plan.transfers),
  )
}

/** Returns the notifications of winners: what they won, and in which battle. */
function winsOf({ battle, plan }: SettledBattle): PlayerToNotify[] {
  const kind = battle.mode === 'share' ? 'battleShared' : 'battleWon'
  return plan.payouts.flatMap(({ playerId, amount }) =>
    playerId == null || amount === 0
      ? []
      : [{ playerId, notification: { kind, amounts: { amount }, link: battlePath(battle.id) } }],
  )
}

async function viewsOf(tx: Queries, settled: readonly SettledBattle[]): Promise<Map<string, ItemView>> {
  const ids = [...new Set(settled.flatMap(({ plan }) => plan.items.map(({ itemId }) => itemId)))]
  if (ids.length === 0) return new Map()
  const rows = await queryRows<{ id: string; view: ItemView }>(
    tx,
    sql`select id, view from catalogue_items where id = any(${sql.param(ids)}::text[])`,
  )
  return new Map(rows.map(({ id, view }) => [id, view]))
}

async function settleBatch(tx: Queries, which: SQL | undefined, gifts: GiftRules, at: Date): Promise<Settlement> {
  const due = await tx
    .select()
    .from(battles)
    .where(which)
    .orderBy(battles.id)
    .for('no key update', { skipLocked: true })
  if (due.length === 0) return { settled: [], accounts: new Map(), views: new Map(), notified: [] }
  const drawn = await readDrawn(tx, due)
  const settled = drawn.map((one) => ({ battle: one.battle, plan: planSettlement(one, gifts, newId) }))
  await storePlans(tx, settled)
  // Last, because players' other calls wait for their accounts until the commit.
  const accounts = await changeAccounts(tx, changesOf(settled.map(({ plan }) => plan)))
  await tx
    .update(battles)
    .set({ state: 'settled', endedAt: at, dueAt: null, fundHeld: 0 })
    .where(
      inArray(
        battles.id,
        due.map(({ id }) => id),
      ),
    )
  const levels = [...accounts.values()].flatMap(({ id: playerId, spent, paid }): PlayerToNotify[] => {
    const notification = levelNotification(spent, paid)
    return notification === null ? [] : [{ playerId, notification }]
  })
  const notified = [...settled.flatMap(winsOf), ...levels]
  await storeEachNotification(tx, notified)
  return { settled, accounts, views: await viewsOf(tx, settled), notified }
}

/** Returns the live drops of a settled battle. A private one has no link to its page, which only those who were given the link may see. */
function dropsOf({ battle, plan }: SettledBattle, { accounts, views }: Settlement, at: Date): LiveDrop[] {
  const { id: reference, isPrivate } = battle
  const proof = proofPath({ type: 'battle', rollId: null, reference, isPrivate })
  const isGreat = isGreatWin(
    plan.items.reduce((sum, { price }) => sum + price, 0),
    battle.price,
  )
  const dearest = Math.max(...plan.items.map(({ price }) => price))
  // One of its items stands for what the battle won.
  const newsAt = isGreat ? plan.items.findIndex(({ price }) => price === dearest) : -1
  return plan.items.flatMap(({ id, playerId, itemId, price }: WonBattleItem, place) => {
    const [player, item] = [accounts.get(playerId), views.get(itemId)]
    if (player === undefined || item === undefined) return []
    const news = place === newsAt ? { great: true as const } : {}
    return [{ id, type: 'battle', price, item, proof, user: dropPlayer(player), created_at: at.getTime(), ...news }]
  })
}

/** Makes the settling over a database. */
export function createBattleSettling({ db, events, now, gifts, announce, log }: SettlingParts): BattleSettling {
  function emit(settlement: Settlement, at: Date): void {
    const { settled, accounts, notified } = settlement
    for (const { id: playerId, balance, spent } of accounts.values()) {
      events.emit('balance', { playerId, balance, exp: expOfSpending(spent) })
    }
    for (const { playerId, notification } of notified) events.emit('notification', { playerId, notification })
    for (const battle of settled) {
      const drops = dropsOf(battle, settlement, at)
      const playerId = battle.plan.items[0]?.playerId
      if (drops.length > 0 && playerId !== undefined) events.emit('drops', drops, playerId)
    }
    for (const { battle } of settled) {
      const [staked, won] = [cents(battle.price * battle.seats), cents(battle.pot ?? 0)]
      events.emit('gameResult', { game: 'battle', count: 1, staked, won })
    }
    if (settled.length > 0) announce.changed(settled.map(({ battle }) => battle.id))
  }

  return {
    settleDue: () => {
      const which = (): SQL | undefined =>
        and(hasState(battles.state, 'drawn'), lte(battles.dueAt, new Date(now())), not(IS_UNANNOUNCED))
      const work = async (ids: readonly string[]): Promise<number> => {
        const at = new Date(now())
        const chosen = and(which(), inArray(battles.id, [...ids]))
        const settlement = await db.transaction((tx) => settleBatch(tx, chosen, gifts(), at))
        emit(settlement, at)
        return settlement.settled.length
      }
      return workThrough({ db, which, atOnce: BATTLES_AT_ONCE, work, failure: 'a battle could not be settled', log })
    },
  }
}
