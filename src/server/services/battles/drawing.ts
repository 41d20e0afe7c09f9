// Draws battles: stores the secret that a lock named and everything that was drawn with it, in one transaction. Winnings are paid once the
// show is over (settling.ts).
import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { BattleResult } from '../../../game/battles/battle.ts'
import { battleSeed } from '../../../game/battles/lock.ts'
import { type DrawnBattle, drawBattle } from '../../../game/battles/rolls.ts'
import { runDraw } from '../../../game/fairness/fairness.ts'
import { sha256 } from '../../beacon/drand/signature.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { battleLocks, battleRounds, battles } from '../../db/schema-battles.ts'
import { hmacOf } from '../rolls/seeds.ts'
import type { BattleAnnouncer } from './announce.ts'
import type { BattleBeacons } from './beacons.ts'
import type { BattleRow } from './cards.ts'
import type { BattleContents, RoundEntry } from './contents.ts'
import { createDrawnEvents, type StoredDraw, showEnd, unannouncedDueAt } from './drawn-events.ts'
import { type BattleLog, workThrough } from './due-work.ts'
import { seatsOf } from './refunds.ts'

/** Battles in one transaction: each has 300 drops at most. */
const BATTLES_AT_ONCE = 50

/** A round of a beacon that locked battles wait for. */
export interface DueRound {
  /** The hash of its chain. */
  readonly chain: string
  readonly round: number
}

export interface BattleDrawing {
  /** Draws battles of committed seeds that are due. Returns how many. */
  drawSeeded(): Promise<number>
  /** Returns the rounds of known beacons that locked battles wait for and whose time has come. */
  dueRounds(): Promise<DueRound[]>
  /**
   * Draws the battles that wait for a round of a beacon.
   *
   * @returns false while the beacon has not output the round
   * @throws BeaconUnavailable when no relay returns it
   */
  drawRound(due: DueRound): Promise<boolean>
  /** Announces draws that the process that stored them has not announced. Returns how many. */
  announceDue(): Promise<number>
}

export interface DrawingParts {
  readonly db: Database
  readonly beacons: BattleBeacons
  readonly now: () => number
  readonly contents: BattleContents
  readonly announce: BattleAnnouncer
  readonly log: Pick<BattleLog, 'error'>
}

interface Drawn extends StoredDraw {
  readonly rounds: DrawnBattle<RoundEntry>['rounds']
  readonly result: BattleResult
}

/** Selects locked battles that are due, and whose lock was sent where that matters. */
function isDue(source: BattleRow['source'], at: Date): SQL | undefined {
  const condition = and(hasState(battles.state, 'locked'), eq(battles.source, source), lte(battles.dueAt, at))
  if (source === 'seed') return condition
  return and(
    condition,
    sql`exists (select from battle_locks where battle_locks.battle_id = ${battles.id} and battle_locks.round = ${battles.round}
      and battle_locks.sent_at is not null and battle_locks.draw_at <= ${at.toISOString()}::timestamptz)`,
  )
}

/** A battle that is due, and everything that it is drawn from except its secret. */
interface DueBattle {
  readonly id: string
  /** The entries of each round. */
  readonly rounds: readonly (readonly RoundEntry[])[]
}

/** What a battle is drawn from, except its secret. */
interface DrawnFrom {
  /** By slot. */
  readonly seeds: readonly string[]
  readonly rounds: DueBattle['rounds']
  readonly lockHash: string
}

/** Returns the hashes of the last locks of battles. */
async function lockHashesOf(tx: Queries, battleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectDistinctOn([battleLocks.battleId], { id: battleLocks.battleId, hash: battleLocks.hash })
    .from(battleLocks)
    .where(inArray(battleLocks.battleId, [...battleIds]))
    .orderBy(battleLocks.battleId, desc(battleLocks.sequence))
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

async function storeDrawn(tx: Queries, drawn: readonly Drawn[], signature: string | null): Promise<void> {
  const drops = drawn.flatMap(({ id, rounds }) =>
    rounds.flatMap((seats, place) =>
      seats.map(({ roll, entry }, seat) => ({
        battle_id: id,
        round: place + 1,
        slot: seat + 1,
        roll,
        item_id: entry.itemId,
        price: entry.priceCents,
      })),
    ),
  )
  await tx.execute(sql`
    insert into battle_drops (battle_id, round, slot, roll, item_id, price)
    select battle_id, round, slot, roll, item_id, price from jsonb_to_recordset(${JSON.stringify(drops)}::jsonb)
      as given (battle_id uuid, round int, slot int, roll int, item_id text, price bigint)`)
  const results = drawn.map(({ id, startsAt, result }) => ({
    id,
    starts_at: startsAt,
    due_at: unannouncedDueAt(startsAt),
    pot: result.potCents,
    winners: result.winners,
    shares: result.shareCents,
  }))
  await tx.execute(sql`
    update battles set state = 'drawn', signature = ${signature}, starts_at = given.starts_at, due_at = given.due_at,
      pot = given.pot, winners = given.winners, shares = given.shares
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as given
      (id uuid, starts_at timestamptz, due_at timestamptz, pot bigint, winners int[], shares bigint[])
    where battles.id = given.id`)
}

/** Makes the drawing over a database and a source of randomness. */
export function createBattleDrawing({ db, beacons, now, contents, announce, log }: DrawingParts): BattleDrawing {
  const events = createDrawnEvents({ db, now, announce, log })

  /** Reads what battles are drawn from before they are claimed: contents of cases are read outside of the transaction, and kept. */
  async function readRounds(ids: readonly string[]): Promise<DueBattle[]> {
    const rows = await db.queries
      .select({ battleId: battleRounds.battleId, hash: battleRounds.oddsHash })
      .from(battleRounds)
      .where(inArray(battleRounds.battleId, [...ids]))
      .orderBy(asc(battleRounds.battleId), asc(battleRounds.round))
    const tables = await contents.of(rows.map(({ hash }) => hash))
    const rounds = Map.groupBy(rows, ({ battleId }) => battleId)
    return ids.map((id) => ({ id, rounds: (rounds.get(id) ?? []).map(({ hash }) => tables.get(hash)?.entries ?? []) }))
  }

  /** Draws one battle. */
  async function draw(
    battle: BattleRow,
    { seeds, rounds, secret, lockHash }: DrawnFrom & { readonly secret: string },
  ): Promise<Drawn> {
    const key = await battleSeed(sha256, lockHash, secret)
    const { format, mode, crazy, fast } = battle
    const drawn = runDraw(hmacOf(key), drawBattle({ format, mode, crazy, rounds, seeds }))
    const startsAt = new Date(now())
    return { id: battle.id, secret, startsAt, endsAt: showEnd(startsAt, { rounds: rounds.length, fast }), ...drawn }
  }

  async function drawBatch(
    tx: Queries,
    due: readonly DueBattle[],
    which: SQL | undefined,
    signature: string | null,
  ): Promise<readonly Drawn[]> {
    const ids = due.map(({ id }) => id)
    const claimed = await tx
      .select()
      .from(battles)
      .where(and(inArray(battles.id, ids), which))
      .orderBy(battles.id)
      .for('no key update', { skipLocked: true })
    if (claimed.length === 0) return []
    const seats = await seatsOf(tx, ids)
    const hashes = await lockHashesOf(tx, ids)
    const rounds = new Map(due.map((battle) => [battle.id, battle.rounds]))
    const drawn: Drawn[] = []
    for (const battle of claimed) {
      const secret = signature ?? battle.serverSeed
      if (secret === null) throw new Error(`Battle ${battle.number} has no seed`)
      const lockHash = hashes.get(battle.id)
      if (lockHash === undefined) throw new Error(`Battle ${battle.number} has no lock`)
      const seeds = (seats.get(battle.id) ?? []).map(({ seed }) => seed)
      drawn.push(await draw(battle, { seeds, rounds: rounds.get(battle.id) ?? [], secret, lockHash }))
    }
    await storeDrawn(tx, drawn, signature)
    return drawn
  }

  function drawAll(which: () => SQL | undefined, signature: string | null): Promise<number> {
    const work = async (ids: readonly string[]): Promise<number> => {
      const due = await readRounds(ids)
      const drawn = await db.transaction((tx) => drawBatch(tx, due, which(), signature))
      await events.announceDraws(drawn)
      return drawn.length
    }
    return workThrough({ db, which, atOnce: BATTLES_AT_ONCE, work, failure: 'a battle could not be drawn', log })
  }

  return {
    announceDue: events.announceDue,
    drawSeeded: () => drawAll(() => isDue('seed', new Date(now())), null),
    dueRounds: async () => {
      const rows = await db.queries
        .selectDistinct({ chain: battles.chain, round: battles.round })
        .from(battles)
        .where(and(isDue('drand', new Date(now())), inArray(battles.chain, [...beacons.chains])))
        .orderBy(asc(battles.round))
      return rows.flatMap(({ chain, round }) => (chain === null || round === null ? [] : [{ chain, round }]))
    },
    drawRound: async ({ chain, round }) => {
      const beacon = beacons.of({ source: 'drand', chain })
      if (beacon === null)
        throw new Error(`Battles wait for round ${round} of ${chain}, which this release does not know`)
      const output = await beacon.read(round)
      if (output === null) return false
      const which = () => and(isDue('drand', new Date(now())), eq(battles.round, round), eq(battles.chain, chain))
      await drawAll(which, output.signature)
      return true
    },
  }
}
