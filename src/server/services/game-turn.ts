// What games and rewards share: items locked by the transaction, a roll with its nonce, the item that was won.
import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DropType, LiveDrop } from '../../contract/live.ts'
import type { Item } from '../../game/catalogue.ts'
import { drawRoll, type GameName, ROLL_RANGE } from '../../game/fairness.ts'
import { type Cents, cents } from '../../game/money.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import type { Database, Queries } from '../db/database.ts'
import { idempotencyKeys, itemEnds, items, oddsTables, rolls, seeds } from '../db/schema.ts'
import type { SiteEvents } from '../events.ts'
import { newId } from '../ids.ts'
import { RefusalError } from '../refusal.ts'
import { countWin, type Standing } from './account-totals.ts'
import { type DropPlayer, dropPlayer } from './drop-player.ts'
import { proofPath } from './drops.ts'
import { itemView } from './item-view.ts'
import type { Click, Once } from './once.ts'
import type { Protection } from './protection.ts'
import { hmacOf, type Seeds } from './seeds.ts'

/** What every game is made over. */
export interface GameParts {
  readonly db: Database
  readonly catalogue: () => HeldCatalogue
  readonly seeds: Seeds
  readonly once: Once
  readonly events: SiteEvents
  readonly protection: Pick<Protection, 'assertMayPlay'>
}

/**
 * Plays for a click, unless games are closed for the player. A click that was played before they were closed still gets its answer.
 *
 * @throws RefusalError 'excluded'
 */
export function playOnce<Answer>(
  { once, protection }: Pick<GameParts, 'once' | 'protection'>,
  click: Click,
  play: () => Promise<Answer>,
): Promise<Answer> {
  return once.run(click, async () => {
    await protection.assertMayPlay(click.playerId)
    return play()
  })
}

/** An item of a player as a game takes it. */
export interface StakedItem {
  readonly id: string
  readonly price: Cents
}

/** Ids as they stand in the database, each once. */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/**
 * Reads items of a player that may be staked, in the order of their ids.
 *
 * @param lock true to hold them until the transaction ends
 * @throws RefusalError 'item-gone' when one of them is not his or used already
 */
export async function ownedItems(
  queries: Queries,
  playerId: number,
  ids: readonly string[],
  lock: boolean,
): Promise<StakedItem[]> {
  if (ids.length === 0) return []
  const owned = queries
    .select({ id: items.id, price: items.price })
    .from(items)
    .where(and(eq(items.playerId, playerId), inArray(items.id, [...ids]), eq(items.state, 'owned')))
    .orderBy(items.id)
  const rows = await (lock ? owned.for('update') : owned)
  if (rows.length !== ids.length) throw new RefusalError('item-gone')
  return rows.map(({ id, price }) => ({ id, price: cents(price) }))
}

/** A roll that a transaction has drawn. */
export interface Drawn {
  readonly id: string
  readonly roll: number
  readonly nonce: number
}

/** The SHA-256 of an odds table's text, as hex. */
export function oddsHashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Draws a roll with the player's next nonce, which nobody else can take, and keeps it with the table it is read against. */
export async function drawAndKeep(
  tx: Queries,
  playerId: number,
  game: GameName,
  odds: { readonly text: string; readonly reference: string },
): Promise<Drawn> {
  const [seed] = await tx
    .update(seeds)
    .set({ nonce: sql`${seeds.nonce} + 1` })
    .where(and(eq(seeds.playerId, playerId), eq(seeds.state, 'active')))
    .returning()
  if (seed === undefined) throw new Error(`Player ${playerId} has no active seed`)
  const nonce = seed.nonce - 1
  const roll = drawRoll(hmacOf(seed.serverSeed), { game, clientSeed: seed.clientSeed, nonce })
  const id = newId()
  const oddsHash = oddsHashOf(odds.text)
  await tx
    .insert(oddsTables)
    .values({ hash: oddsHash, game, ...odds })
    .onConflictDoNothing()
  await tx.insert(rolls).values({ id, playerId, game, seedId: seed.id, nonce, n: ROLL_RANGE, roll, oddsHash })
  return { id, roll, nonce }
}

/** Ends items in a game. They have to be locked. */
export async function endItems(
  tx: Queries,
  staked: readonly StakedItem[],
  kind: 'upgraded' | 'contracted',
  ended: { readonly rollId: string; readonly transferId: string | null },
): Promise<void> {
  if (staked.length === 0) return
  const ids = staked.map(({ id }) => id)
  const moved = await tx
    .update(items)
    .set({ state: kind })
    .where(and(inArray(items.id, ids), eq(items.state, 'owned')))
    .returning({ id: items.id })
  if (moved.length !== ids.length) throw new RefusalError('item-gone')
  await tx.insert(itemEnds).values(ids.map((itemId) => ({ itemId, kind, ...ended })))
}

/** Gives a player the item that a roll won; it has the id of the roll. */
export async function giveItem(
  tx: Queries,
  playerId: number,
  { id }: Drawn,
  item: Item,
  source: DropType,
): Promise<void> {
  await tx.insert(items).values({
    id,
    playerId,
    itemId: item.id,
    price: item.priceCents,
    state: 'owned',
    source,
    reference: '',
    rollId: id,
  })
}

/** An item that was won without a stake of items: by a spin, a raffle, a mission, a day of the calendar or a free case. */
export interface Winning {
  readonly id: string
  readonly item: Pick<Item, 'id' | 'priceCents'>
  readonly source: DropType
  /** What it came from, where there are several of its kind; empty otherwise. */
  readonly reference: string
  /** The roll that gave it; null where nothing was drawn for its player. */
  readonly rollId: string | null
}

/** Gives a player an item, and counts it in his account. */
export async function winItem(tx: Queries, playerId: number, winning: Winning): Promise<Standing> {
  const { id, item, source, reference, rollId } = winning
  const standing = await countWin(tx, playerId, { id, price: item.priceCents })
  await tx
    .insert(items)
    .values({ id, playerId, itemId: item.id, price: item.priceCents, state: 'owned', source, reference, rollId })
  return standing
}

/** Keeps the answer to a click in the transaction of what it did. */
export async function keepAnswer(tx: Queries, { playerId, key, requestHash }: Click, answer: object): Promise<void> {
  await tx.insert(idempotencyKeys).values({ playerId, key, requestHash, answer })
}

/**
 * The drop of a game as everyone is told of it.
 *
 * @param won its `rollId` is left out where it has the id of its roll, and null where nothing was rolled for it
 * @param box the case that it came from, where it did
 */
export function liveDrop(
  type: DropType,
  won: { readonly id: string; readonly rollId?: string | null },
  item: Item,
  player: DropPlayer,
  box?: LiveDrop['case'],
): LiveDrop {
  const { id, rollId = id } = won
  return {
    id,
    type,
    price: item.priceCents,
    item: itemView(item),
    ...(box === undefined ? {} : { case: box }),
    proof: proofPath({ type, rollId, reference: '' }),
    user: dropPlayer(player),
    created_at: Date.now(),
  }
}
