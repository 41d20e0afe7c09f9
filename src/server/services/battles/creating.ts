// Creates battles: the cases at their current odds and prices, the account, seat 1, and what the creator pays for the seats of others.
import { and, eq, sql } from 'drizzle-orm'
import {
  BATTLE_OPEN_MINUTES,
  BATTLE_ROUNDS,
  BATTLE_SAME_CASE_MOST,
  BATTLES_OPEN_MOST,
} from '../../../game/base/economy.ts'
import { type Cents, cents, sumCents } from '../../../game/base/money.ts'
import {
  allowsCrazy,
  BATTLE_FORMATS,
  faultOfRounds,
  fundingLeft,
  isPart,
  partOfPrice,
} from '../../../game/battles/battle.ts'
import type { CreateBattleBody } from '../../../protocol/battle.ts'
import { newId } from '../../base/ids.ts'
import { ProtocolError, RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue, PublishedOdds } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, queryRows } from '../../db/database.ts'
import { hasState, lacksState } from '../../db/has-state.ts'
import { battleRounds, battleSeats, battles } from '../../db/schema-battles.ts'
import { type PassingHold, passingHoldSql } from '../account/holds.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer } from '../calls/player.ts'
import { openEscrow } from '../money/escrow.ts'
import { offRefusal } from '../rolls/held-items.ts'
import { assertInForce } from '../rolls/in-force.ts'
import { playOnce, storeResponse } from '../rolls/play.ts'
import { generateSeed } from '../rolls/seeds.ts'
import { answerMove, type BattleMove, type BattleParts, type StoredMove } from './parts.ts'
import { payFund, paySeat } from './pay-seat.ts'
import { assertRefundsLeft } from './refund-limit.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export interface BattleCreating {
  /**
   * Makes a battle with its creator on seat 1.
   *
   * @throws RefusalError 'case-unknown', 'case-off', 'case-paused', 'prices-old', 'price-changed', 'battle-rounds', 'battle-part',
   *   'battle-fund', 'battles-open', 'battles-day', 'battle-unseated' for a rematch of a battle of others, 'balance', 'excluded'
   */
  create(playerId: number, body: CreateBattleBody, idempotencyKey: IdempotencyKey): Promise<BattleMove>
}

interface PricedRound {
  readonly url: string
  readonly priceCents: Cents
  readonly odds: PublishedOdds
}

/** Returns the rounds of a battle at their current odds. */
function roundsOf(urls: readonly string[], { catalogue, odds }: LoadedCatalogue): PricedRound[] {
  switch (faultOfRounds(urls)) {
    case 'rounds-few':
      throw new RefusalError('battle-rounds')
    case 'rounds-many':
      throw new RefusalError('battle-rounds', {}, { context: 'many', max: BATTLE_ROUNDS.most })
    case 'case-repeated':
      throw new RefusalError('battle-rounds', {}, { context: 'repeated', max: BATTLE_SAME_CASE_MOST })
    case null:
      return urls.map((url) => {
        const box = catalogue.cases.get(url)
        const published = odds.get(url)
        if (box === undefined || published === undefined) throw new RefusalError('case-unknown')
        if (!box.enabled) throw offRefusal(box)
        return { url, priceCents: box.priceCents, odds: published }
      })
  }
}

/** Returns the margin of a staked cent in millionths: the mean of the cases, weighted by their prices. */
function rateOf(rounds: readonly PricedRound[]): number {
  const all = sumCents(rounds.map(({ priceCents }) => priceCents))
  return Math.floor(rounds.reduce((sum, { priceCents, odds }) => sum + priceCents * odds.marginRate, 0) / all)
}

/** Checks what does not depend on other rows. */
function checkTerms({ mode, crazy, percent, fund, isPrivate }: CreateBattleBody): void {
  if (crazy && !allowsCrazy(mode)) throw new ProtocolError(400, 'invalid', 'A shared battle cannot be crazy')
  if (!isPart(percent) || (fund !== 0 && !isPart(fund))) throw new RefusalError('battle-part')
  if (fund > 0 && !isPrivate) throw new RefusalError('battle-fund')
}

/** Returns what a player has paid for the seats of others within the last day, minus what was paid back. */
async function fundedBy(tx: Queries, playerId: number, atMs: number): Promise<Cents> {
  const [row] = await queryRows<{ funded: string | number }>(
    tx,
    sql`
    select coalesce(sum(fund_held + (select coalesce(sum(funded), 0) from battle_seats where battle_id = battles.id)), 0) as funded
    from battles where creator_id = ${playerId} and fund > 0 and created_at > ${new Date(atMs - DAY_MS).toISOString()}::timestamptz
      and state not in ('cancelled', 'expired')`,
  )
  return cents(Number(row?.funded ?? 0))
}

/** What a creator reads who may not pass money on. */
const FUND_REFUSED: Readonly<Record<PassingHold, string>> = { frozen: 'frozen', excluded: 'frozen', held: 'held' }

async function checkOwnBattles(tx: Queries, playerId: number, funding: Cents, at: Date): Promise<void> {
  const own = and(eq(battles.creatorId, playerId), hasState(battles.state, 'open'))
  const open = await tx.$count(battles, own)
  if (open >= BATTLES_OPEN_MOST) throw new RefusalError('battles-open', {}, { open })
  if (funding === 0) return
  // Otherwise another player could have the money of a deposit by the time it is taken back.
  const holdNow = sql.raw(passingHoldSql(String(playerId), `'${at.toISOString()}'::timestamptz`))
  const [row] = await queryRows<{ hold: PassingHold | null }>(tx, sql`select ${holdNow} as hold`)
  const hold = row?.hold ?? null
  if (hold !== null) throw new RefusalError('battle-fund', {}, { context: FUND_REFUSED[hold] })
  const left = fundingLeft(await fundedBy(tx, playerId, at.getTime()))
  if (funding > left) throw new RefusalError('battle-fund', { left }, { context: 'limit' })
}

/**
 * Returns the battle that a new one is the rematch of, in which its creator had a seat. A private rematch of a public battle is not
 * linked: only players who were given its link may see its page.
 */
async function rematchOf(tx: Queries, playerId: number, body: CreateBattleBody): Promise<string | null> {
  if (body.rematchOf === undefined) return null
  const [before] = await tx
    .select({ id: battles.id, isPrivate: battles.isPrivate })
    .from(battleSeats)
    .innerJoin(battles, eq(battles.id, battleSeats.battleId))
    .where(
      and(
        eq(battleSeats.playerId, playerId),
        eq(battleSeats.battleId, body.rematchOf.toLowerCase()),
        lacksState(battles.state, 'open'),
      ),
    )
  if (before === undefined) throw new RefusalError('battle-unseated')
  return body.isPrivate && !before.isPrivate ? null : before.id
}

interface NewBattle {
  readonly playerId: number
  /** Of the catalogue that its rounds are of. */
  readonly digest: string
  readonly body: CreateBattleBody
  readonly rounds: readonly PricedRound[]
  readonly priceCents: Cents
}

/** Inserts the rows of a battle, and opens its account. */
async function insertBattle(
  tx: Queries,
  made: NewBattle,
  { beacon, at, funding, rematch }: { beacon: BattleParts['beacon']; at: Date; funding: Cents; rematch: string | null },
) {
  const { playerId, body, rounds, priceCents } = made
  const { format, mode, crazy, fast, isPrivate, fund } = body
  const expiresAt = new Date(at.getTime() + BATTLE_OPEN_MINUTES * MINUTE_MS)
  const source =
    beacon === null
      ? { source: 'seed' as const, ...generateSeed() }
      : { source: 'drand' as const, chain: beacon.chain.hash }
  const [battle] = await tx
    .insert(battles)
    .values({
      id: newId(),
      creatorId: playerId,
      ...{ format, mode, crazy, fast, isPrivate, fund },
      rematchOf: rematch,
      price: priceCents,
      marginRate: rateOf(rounds),
      seats: BATTLE_FORMATS[format].seats,
      filled: 1,
      fundHeld: funding,
      ...source,
      createdAt: at,
      expiresAt,
      dueAt: expiresAt,
    })
    .returning()
  if (battle === undefined) throw new Error('A battle was not inserted')
  await openEscrow(tx, battle)
  await tx.insert(battleRounds).values(
    rounds.map(({ url, priceCents: price, odds }, place) => ({
      battleId: battle.id,
      round: place + 1,
      caseUrl: url,
      oddsHash: odds.hash,
      price,
    })),
  )
  return battle
}

interface Created {
  readonly stored: StoredMove
  /** The battle that it is the rematch of. */
  readonly rematch: string | null
}

async function createIn(
  tx: Queries,
  made: NewBattle,
  parts: BattleParts,
  idempotencyKey: IdempotencyKey,
): Promise<Created> {
  const { playerId, body, rounds, priceCents, digest } = made
  const at = new Date(parts.now())
  const { format, percent, fund, seed } = body
  const funding = cents((BATTLE_FORMATS[format].seats - 1) * partOfPrice(priceCents, fund))
  await lockPlayer(tx, playerId)
  await assertNotExcluded(tx, playerId, at)
  await assertInForce(tx, { digest, texts: rounds.map(({ odds }) => odds.text) }, 'case-paused')
  await assertRefundsLeft(tx, playerId, at)
  await checkOwnBattles(tx, playerId, funding, at)
  const rematch = await rematchOf(tx, playerId, body)
  const battle = await insertBattle(tx, made, { beacon: parts.beacon, at, funding, rematch })
  if (funding > 0) await payFund(tx, battle, funding)
  const paid = partOfPrice(priceCents, percent)
  const seat = {
    id: newId(),
    slot: 1,
    playerId,
    seed,
    percent,
    paid,
    funded: cents(0),
    house: cents(priceCents - paid),
  }
  const balance = await paySeat(tx, battle, seat, parts.catalogue().rewards.gifts, at)
  const stored = { id: battle.id, receipt: seat.id, balance }
  await storeResponse(tx, idempotencyKey, stored)
  return { stored, rematch }
}

/** Makes the creation over a database and a catalogue. */
export function createBattleCreating(parts: BattleParts): BattleCreating {
  const { db, views, announce } = parts

  async function create(playerId: number, body: CreateBattleBody, idempotencyKey: IdempotencyKey): Promise<StoredMove> {
    checkTerms(body)
    const loaded = parts.drawnCatalogue()
    const rounds = roundsOf(body.rounds, loaded)
    const priceCents = sumCents(rounds.map((round) => round.priceCents))
    if (priceCents !== body.price) throw new RefusalError('price-changed')
    const made = { playerId, digest: loaded.digest, body, rounds, priceCents }
    const { stored, rematch } = await db.transaction((tx) => createIn(tx, made, parts, idempotencyKey))
    announce.balance(playerId, cents(stored.balance))
    announce.changed([stored.id])
    if (rematch !== null) announce.rematch(rematch, stored.id)
    return stored
  }

  return {
    create: async (playerId, body, idempotencyKey) =>
      answerMove(views, await playOnce(parts, idempotencyKey, () => create(playerId, body, idempotencyKey)), playerId),
  }
}
