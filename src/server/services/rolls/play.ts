// What games and rewards share: locking items, drawing a roll with its nonce, giving the item that was won.
import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type DropSource, GAMES, type GameName, type ItemStakeGame, type PaidGame } from '../../../game/base/games.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { isGreatWin } from '../../../game/base/win-tier.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import { drawRoll, ROLL_RANGE } from '../../../game/fairness/fairness.ts'
import { lockedOfWin, stakeMargin } from '../../../game/rewards/gifts.ts'
import { type Microcents, marginRate, microcents, type PricedTickets } from '../../../game/rewards/margin.ts'
import type { GiftRules } from '../../../game/rewards/rewards.ts'
import type { RefusalCode } from '../../../protocol/common.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import type { SiteEvents } from '../../base/events.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { idempotencyKeys, itemEnds, items, oddsTables, rolls, seeds } from '../../db/schema.ts'
import type { Idempotency, IdempotencyKey } from '../calls/idempotency.ts'
import { type AccountTotals, countWin } from '../money/account-totals.ts'
import { atValue, type Prices, storedValue } from '../money/item-value.ts'
import { type Charge, chargePlayer } from '../money/pay.ts'
import { type DropPlayer, dropPlayer } from './drop-player.ts'
import { proofPath } from './drops.ts'
import { assertNotHeld, IS_HELD } from './held-items.ts'
import { assertInForce, atNewest } from './in-force.ts'
import { itemView } from './item-view.ts'
import { newRollId } from './new-roll-id.ts'
import { type ActiveSeed, hmacOf, type Seeds } from './seeds.ts'

/** Refuses games to players who excluded themselves. */
export interface PlayGuard {
  /** @throws RefusalError 'excluded' while games are closed for a player */
  assertMayPlay(playerId: number): Promise<void>
}

/** What every game depends on. */
export interface GameParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  /** Returns the catalogue in force for what is drawn; refused with 'prices-old' while its list is too old. */
  readonly drawnCatalogue: () => LoadedCatalogue
  /** Activates the newest edition of the catalogue, where there is one that this instance has not read. */
  readonly refreshCatalogue: () => Promise<void>
  readonly seeds: Seeds
  readonly idempotency: Idempotency
  readonly events: SiteEvents
  readonly protection: PlayGuard
  readonly now: () => number
}

/**
 * Plays under an idempotency key, unless games are closed for the player. A game that was played before they were closed still
 * returns its stored response. A play at a catalogue that is late is tried once more at the newest edition: nothing was drawn.
 *
 * @throws RefusalError 'excluded', CatalogueLate where this instance does not have the newest edition
 */
export function playOnce<Answer>(
  {
    idempotency,
    protection,
    refreshCatalogue,
  }: Pick<GameParts, 'idempotency' | 'protection'> & Partial<Pick<GameParts, 'refreshCatalogue'>>,
  idempotencyKey: IdempotencyKey,
  play: () => Promise<Answer>,
): Promise<Answer> {
  return idempotency.run(idempotencyKey, async () => {
    await protection.assertMayPlay(idempotencyKey.playerId)
    return refreshCatalogue === undefined ? play() : atNewest(refreshCatalogue, play)
  })
}

/** A player's item as it was won. */
export interface OwnedItem {
  readonly id: string
  /** The id in the catalogue. */
  readonly itemId: string
  /** The price when it was won. */
  readonly price: Cents
  /** The part of the price that is locked now. */
  readonly locked: Cents
}

/** A player's item that is staked, at its value. */
export interface StakedItem {
  readonly id: string
  /** The price when it was won. */
  readonly wonPrice: Cents
  readonly price: Cents
  /** The part of the value that is locked now. */
  readonly locked: Cents
}

/** The locked part of an item now, in SQL: nothing of one that was unlocked, or that is older than the rule. */
export const LOCKED_NOW =
  sql<number>`case when ${items.unlocked} is null then coalesce(${items.locked}, 0) else 0 end`.mapWith(Number)

/** Normalizes ids as the database writes them, without duplicates. */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/**
 * Reads a player's items, in the order of their ids.
 *
 * @param lock true to lock them until the transaction ends
 * @throws RefusalError 'item-gone' when one of them is not the player's or was used already, 'item-held' when its price is held
 */
export async function ownedItems(
  queries: Queries,
  playerId: number,
  ids: readonly string[],
  lock: boolean,
): Promise<OwnedItem[]> {
  if (ids.length === 0) return []
  const owned = queries
    .select({ id: items.id, itemId: items.itemId, price: items.price, locked: LOCKED_NOW, held: IS_HELD })
    .from(items)
    .where(and(eq(items.playerId, playerId), inArray(items.id, [...ids]), hasState(items.state, 'owned')))
    .orderBy(items.id)
  const rows = await (lock ? owned.for('update') : owned)
  if (rows.length !== ids.length) throw new RefusalError('item-gone')
  if (rows.some(({ held }) => held)) throw new RefusalError('item-held')
  return rows.map(({ id, itemId, price, locked }) => ({ id, itemId, price: cents(price), locked: cents(locked) }))
}

/**
 * Reads a player's items for a stake at their values, in the order of their ids.
 *
 * @param lock true to lock them until the transaction ends
 * @throws RefusalError as `ownedItems` does
 */
export async function itemsToStake(
  queries: Queries,
  playerId: number,
  ids: readonly string[],
  { lock, prices }: { readonly lock: boolean; readonly prices: Prices },
): Promise<StakedItem[]> {
  return (await ownedItems(queries, playerId, ids, lock)).map((item) => atValue(item, prices))
}

/** A roll that a transaction has drawn. */
export interface DrawnRoll {
  readonly id: string
  readonly roll: number
  readonly nonce: number
  /** Who paid its stake. */
  readonly stake: RollStake
}

/** The parts of a roll's stake, and the margin that it made. A free roll has none of it, and wins locked items. */
export interface RollStake {
  readonly stakeCents: Cents
  readonly lockedCents: Cents
  readonly margin: Microcents
  /** The transfer that charged the balance; null for none. */
  readonly transferId: string | null
}

const FREE: RollStake = { stakeCents: cents(0), lockedCents: cents(0), margin: microcents(0), transferId: null }

/** What pays a roll: money and items, by the odds that it is played at. */
export interface Stake {
  readonly game: PaidGame
  readonly lines: readonly PricedTickets[]
  readonly staked: readonly StakedItem[]
  /** The part that is charged to the balance, with the roll as its reference; null for none. */
  readonly charge: Omit<Charge, 'reference'> | null
  readonly rules: GiftRules
}

/** Returns the lines of an odds table whose results are items, for its margin. */
export function pricedLines(
  entries: readonly { readonly item: { readonly priceCents: Cents } | null; readonly tickets: number }[],
): PricedTickets[] {
  return entries.map(({ item, tickets }) => ({ priceCents: item?.priceCents ?? 0, tickets }))
}

/** Charges the stake of a roll, and returns who paid it; the margin is counted with the game (account-totals.ts). */
async function payStake(
  tx: Queries,
  rollId: string,
  { game, lines, staked, charge, rules }: Stake,
): Promise<RollStake> {
  const amount = charge?.amount ?? 0
  const charged =
    charge === null || amount === 0 ? null : await chargePlayer(tx, { ...charge, reference: rollId }, rules)
  const stakeCents = cents(amount + staked.reduce((sum, { price }) => sum + price, 0))
  const lockedCents = cents((charged?.locked ?? 0) + staked.reduce((sum, { locked }) => sum + locked, 0))
  const rate = marginRate({ stakeCents, lines }, rules.priceRiskPercent)
  const margin = stakeMargin({ game, stakeCents, cashCents: cents(stakeCents - lockedCents), rate }, rules)
  return { stakeCents, lockedCents, margin, transferId: charged?.transferId ?? null }
}

/** Returns the SHA-256 of an odds table's text as hex. */
export function oddsHashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The refusal of a game while an item of its odds is held. */
const HELD_REFUSALS = {
  case: 'case-paused',
  upgrade: 'item-held',
  contract: 'item-held',
  wheel: 'reward-paused',
  free_case: 'reward-paused',
  raffle: 'reward-paused',
  battle: 'case-paused',
} as const satisfies Record<GameName, RefusalCode>

/** Each try loses against a rotation that commits while it waits for the seed; more in a row are no accident. */
const MAX_SEED_TRIES = 5

/** @throws RefusalError 'client-seed-missing' while the active pair of a player has no client seed of theirs */
async function assertSeeded(tx: Queries, playerId: number): Promise<void> {
  const [active] = await tx
    .select({ source: seeds.clientSeedSource })
    .from(seeds)
    .where(and(eq(seeds.playerId, playerId), hasState(seeds.state, 'active')))
  if (active !== undefined && active.source !== 'player') throw new RefusalError('client-seed-missing')
}

/**
 * Takes the next nonce of a player's active seed. A rotation that commits while this waits for its seed leaves no row to take: the
 * seed that is active since was not active when the statement began. The next statement sees it.
 *
 * @throws RefusalError 'seed-in-use' when the player does nothing but rotate, 'client-seed-missing' until they supplied a client seed
 */
async function takeNonce(tx: Queries, playerId: number): Promise<ActiveSeed> {
  for (let attempt = 1; attempt <= MAX_SEED_TRIES; attempt++) {
    const [seed] = await tx
      .update(seeds)
      .set({ nonce: sql`${seeds.nonce} + 1` })
      .where(and(eq(seeds.playerId, playerId), hasState(seeds.state, 'active'), eq(seeds.clientSeedSource, 'player')))
      .returning()
    if (seed !== undefined && seed.clientSeed !== null) return { ...seed, clientSeed: seed.clientSeed }
    await assertSeeded(tx, playerId)
  }
  throw new RefusalError('seed-in-use')
}

/** The odds table of a roll, and the digest of the catalogue that it was made of. */
export interface RollOdds {
  readonly text: string
  readonly reference: string
  readonly digest: string
}

/**
 * Draws a roll with the player's next nonce, which no other transaction can take, and stores it with its odds table. Charges its
 * stake between the two: seeds are locked before accounts. Odds that are not in force are refused before anything is drawn, and
 * nothing is refused after it: a refusal tells nothing about the roll.
 *
 * @param odds the text of its table, with the digest of the catalogue that it was made of
 * @param paid its stake; null for a free roll
 * @throws CatalogueLate, RefusalError where an item of the table is held, 'balance', 'client-seed-missing' until the player supplied a client seed, or 'seed-in-use' while they rotate their
 *   seeds again and again
 */
export async function drawAndStoreRoll(
  tx: Queries,
  playerId: number,
  game: GameName,
  { digest, ...odds }: RollOdds,
  paid: Stake | null,
): Promise<DrawnRoll> {
  await assertInForce(tx, { digest, texts: [odds.text] }, HELD_REFUSALS[game])
  const seed = await takeNonce(tx, playerId)
  const nonce = seed.nonce - 1
  const hmac = hmacOf(seed.serverSeed)
  const roll = drawRoll(hmac, { game, clientSeed: seed.clientSeed, nonce })
  const id = newRollId(hmac, { game, nonce })
  const oddsHash = oddsHashOf(odds.text)
  await tx
    .insert(oddsTables)
    .values({ hash: oddsHash, game, ...odds })
    .onConflictDoNothing()
  const stake = paid === null ? FREE : await payStake(tx, id, paid)
  const { stakeCents, lockedCents, margin } = stake
  const cash = stakeCents - lockedCents
  await tx
    .insert(rolls)
    .values({ id, playerId, game, seedId: seed.id, nonce, n: ROLL_RANGE, roll, oddsHash, cash, margin })
  return { id, roll, nonce, stake }
}

/** Ends items that were staked in a game. The transaction has locked them. */
export async function endItems(
  tx: Queries,
  staked: readonly StakedItem[],
  game: ItemStakeGame,
  ended: { readonly rollId: string; readonly transferId: string | null },
): Promise<void> {
  if (staked.length === 0) return
  const ids = staked.map(({ id }) => id)
  const kind = GAMES[game].stakedState
  const moved = await tx
    .update(items)
    .set({ state: kind })
    .where(and(inArray(items.id, ids), hasState(items.state, 'owned')))
    .returning({ id: items.id })
  if (moved.length !== ids.length) throw new RefusalError('item-gone')
  await tx
    .insert(itemEnds)
    .values(staked.map((item) => ({ itemId: item.id, kind, value: storedValue(item), ...ended })))
}

/** An item that a player gets: of a game, a spin, a raffle, a mission, a calendar day or a free case. */
export interface WonItem {
  readonly id: string
  readonly item: Pick<Item, 'id' | 'priceCents'>
  readonly source: DropSource
  /** Which one of its kind it came from; empty when there is only one. */
  readonly reference: string
  /** The roll that gave it; null when no roll was drawn for this player. */
  readonly rollId: string | null
  /** The locked part of its price: all of a gift. */
  readonly locked: Cents
}

/** @throws RefusalError 'item-held' when an item that was not drawn has been held since the catalogue was read */
async function insertWonItem(tx: Queries, playerId: number, { item, ...won }: WonItem): Promise<void> {
  // What was drawn was asked of the whole table before the roll.
  if (won.rollId === null) await assertNotHeld(tx, [item.id])
  await tx.insert(items).values({ ...won, playerId, itemId: item.id, price: item.priceCents, state: 'owned' })
}

/** Gives a player the item that a roll won, under the roll's id. */
export function giveItem(
  tx: Queries,
  playerId: number,
  { id, stake }: DrawnRoll,
  item: Item,
  source: DropSource,
): Promise<void> {
  const locked = lockedOfWin(stake, item.priceCents)
  return insertWonItem(tx, playerId, { id, item, source, reference: '', rollId: id, locked })
}

/** Gives a player an item that was won without a stake of items, and counts it in their totals. */
export async function winItem(tx: Queries, playerId: number, won: WonItem): Promise<AccountTotals> {
  const totals = await countWin(tx, playerId, { id: won.id, price: won.item.priceCents })
  await insertWonItem(tx, playerId, won)
  return totals
}

/** Stores the response under its idempotency key, in the transaction that did the work. */
export async function storeResponse(
  tx: Queries,
  { playerId, key, requestHash }: IdempotencyKey,
  answer: object,
): Promise<void> {
  await tx.insert(idempotencyKeys).values({ playerId, key, requestHash, answer })
}

/**
 * Returns the public drop of a game.
 *
 * @param won leave out `rollId` when the item has its roll's id; null when nothing was rolled for it
 * @param box the case that it came from, if any
 */
export function liveDrop(
  type: DropSource,
  won: { readonly id: string; readonly rollId?: string | null; readonly paidCents?: Cents },
  item: Item,
  player: DropPlayer,
  box?: LiveDrop['case'],
): LiveDrop {
  const { id, rollId = id, paidCents } = won
  return {
    id,
    type,
    price: item.priceCents,
    item: itemView(item),
    ...(box === undefined ? {} : { case: box }),
    proof: proofPath({ type, rollId, reference: '' }),
    user: dropPlayer(player),
    created_at: Date.now(),
    ...(paidCents !== undefined && isGreatWin(item.priceCents, paidCents) ? { great: true } : {}),
  }
}
