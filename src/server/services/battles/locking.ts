// Locks of battles. The transaction of the last seat stores the lock, which is sent before its randomness exists. If it could not be sent in
// time, another lock on a later round follows; all of them stay public.
//
// The process first stores that it sends a lock, then sends it to browsers. If it dies before it has stored this, nobody has seen the lock, so
// it may be replaced. If it dies afterwards, the lock is public and stays, and another process sends it again.
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { isSentInTime, lockRound, lockText, SEED_COUNTDOWN_MS } from '../../../game/battles/lock.ts'
import { roundTime } from '../../../game/fairness/beacon.ts'
import { createBatcher } from '../../base/batcher.ts'
import { shareStatements } from '../../base/shared-statement.ts'
import type { Database, Queries } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { battleLocks, battleRounds, battleSeats, battles } from '../../db/schema-battles.ts'
import { oddsHashOf } from '../rolls/play.ts'
import type { BattleAnnouncer } from './announce.ts'
import type { BattleBeacons } from './beacons.ts'
import { type BattleRow, cardOf, type LockRow, type ReadBattle, readBattles } from './cards.ts'
import { type BattleLog, workThrough } from './due-work.ts'
import { lockView } from './view.ts'

/** The process that stored a lock sends it at once; after this time other processes look for locks that were not sent or not announced. */
const SEND_GRACE_MS = 1_000
/** How often a process stores which locks it has announced: well within the grace. */
const STORED_EVERY_MS = 200
const LOCKS_AT_ONCE = 50
/** More than one, so that a statement whose connection hangs does not stop the others. */
const TWO_LANES = { atOnce: 2 }

/** Everything of a full battle that is part of its lock. */
export interface Lockable {
  readonly row: BattleRow
  readonly rounds: readonly { readonly oddsHash: string; readonly price: number }[]
  readonly seats: readonly { readonly id: string; readonly seed: string; readonly percent: number }[]
}

/** A lock, and when the battle's next step is due. */
export interface MadeLock {
  readonly lock: LockRow
  readonly dueAt: Date
}

export interface BattleLocks {
  /** Makes the first lock of a full battle. The transaction of its last seat stores it, and the caller sends it afterwards. */
  make(battle: Lockable): MadeLock
  /**
   * Sends the lock of a battle, which makes the lock public. A lock that is late is replaced first.
   *
   * @returns the lock as it was sent; null where it was replaced, or another process has sent it
   */
  send(battle: ReadBattle, lock: LockRow): Promise<LockRow | null>
  /** Sends the locks that no process has sent, and sends again those that are not stored as announced. Returns how many. */
  sendDue(): Promise<number>
  /** Discards announcements that are not stored yet. */
  stop(): void
}

export interface LockingParts {
  readonly db: Database
  readonly beacons: BattleBeacons
  readonly now: () => number
  readonly announce: BattleAnnouncer
  readonly log: BattleLog
}

/** Where the randomness of a lock comes from, and when it exists. */
function sourceAt(battle: BattleRow, beacons: BattleBeacons, atMs: number) {
  if (battle.source === 'seed') {
    const drawAt = new Date(atMs + SEED_COUNTDOWN_MS)
    return { round: null, drawAt, source: { source: 'seed', commit: battle.commit ?? '' } } as const
  }
  const beacon = beacons.of(battle)
  if (beacon === null) throw new Error(`Battle ${battle.number} needs a chain that this release does not know`)
  const round = lockRound(beacon.chain, atMs)
  const drawAt = new Date(roundTime(beacon.chain, round))
  return { round, drawAt, source: { source: 'drand', chain: beacon.chain.hash, round } } as const
}

/** Makes a lock of a full battle. */
function makeLock(
  { row: battle, rounds, seats }: Lockable,
  beacons: BattleBeacons,
  { sequence, atMs }: { readonly sequence: number; readonly atMs: number },
): MadeLock {
  if (seats.length !== battle.seats)
    throw new Error(`Battle ${battle.number} has ${seats.length} of ${battle.seats} seats`)
  const { round, drawAt, source } = sourceAt(battle, beacons, atMs)
  const { id, format, mode, crazy } = battle
  const bound = rounds.map(({ oddsHash: odds, price }) => ({ odds, price }))
  const text = lockText({ battle: id, format, mode, crazy, rounds: bound, seats, source })
  const lockedAt = new Date(atMs)
  return {
    lock: { battleId: id, sequence, text, hash: oddsHashOf(text), round, lockedAt, drawAt, sentAt: null },
    // A committed seed is drawn even if the lock was not sent: it was fixed when the battle was created.
    dueAt: round === null ? drawAt : new Date(atMs + SEND_GRACE_MS),
  }
}

/** Stores another lock of a battle whose row the transaction has locked. */
async function storeNextLock(
  tx: Queries,
  row: BattleRow,
  beacons: BattleBeacons,
  { sequence, atMs }: { readonly sequence: number; readonly atMs: number },
): Promise<LockRow> {
  const rounds = await tx
    .select({ oddsHash: battleRounds.oddsHash, price: battleRounds.price })
    .from(battleRounds)
    .where(eq(battleRounds.battleId, row.id))
    .orderBy(asc(battleRounds.round))
  const seats = await tx
    .select({ id: battleSeats.id, seed: battleSeats.seed, percent: battleSeats.percent })
    .from(battleSeats)
    .where(eq(battleSeats.battleId, row.id))
    .orderBy(asc(battleSeats.slot))
  const { lock, dueAt } = makeLock({ row, rounds, seats }, beacons, { sequence, atMs })
  await tx.insert(battleLocks).values(lock)
  const { lockedAt, round } = lock
  await tx.update(battles).set({ lockedAt, round, dueAt }).where(eq(battles.id, row.id))
  return lock
}

/** Returns the last lock of a battle. */
async function lastLock(queries: Queries, battleId: string): Promise<LockRow> {
  const [lock] = await queries
    .select()
    .from(battleLocks)
    .where(eq(battleLocks.battleId, battleId))
    .orderBy(desc(battleLocks.sequence))
    .limit(1)
  if (lock === undefined) throw new Error(`Battle ${battleId} has no lock`)
  return lock
}

const GIVEN = `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as given (battle uuid, sequence int, round bigint, at timestamptz)
), held as materialized (
  select given.* from battles join given on battles.id = given.battle
  where battles.state = 'locked' and battles.round is not distinct from given.round order by battles.id for no key update of battles
)`

/** Stores that locks are sent, unless they were replaced or sent before. Rows of battles are locked before their locks. */
const STORE_SENT = {
  name: 'battle-locks-sent',
  text: `${GIVEN}
update battle_locks set sent_at = held.at from held
where battle_locks.battle_id = held.battle and battle_locks.sequence = held.sequence and battle_locks.sent_at is null
returning battle_locks.battle_id`,
}

/** Stores that locks were announced: the next step of their battles is the draw. */
const STORE_ANNOUNCED = {
  name: 'battle-locks-announced',
  text: `${GIVEN}
update battles set due_at = held.at from held where battles.id = held.battle`,
}

const givenOf = (locks: readonly LockRow[], atOf: (lock: LockRow) => Date | null): string =>
  JSON.stringify(
    locks.map((lock) => ({ battle: lock.battleId, sequence: lock.sequence, round: lock.round, at: atOf(lock) })),
  )

/** Makes the locks over a database and a source of randomness. */
export function createBattleLocks({ db, beacons, now, announce, log }: LockingParts): BattleLocks {
  const storeSent = shareStatements(async (locks: readonly LockRow[]): Promise<ReadonlySet<string>> => {
    const rows = await db.run<{ battle_id: string }>(STORE_SENT, [givenOf(locks, ({ sentAt }) => sentAt)])
    return new Set(rows.map(({ battle_id: id }) => id))
  }, TWO_LANES)

  const storeAnnounced = (locks: readonly LockRow[]): Promise<unknown> =>
    db.run(STORE_ANNOUNCED, [givenOf(locks, ({ drawAt }) => drawAt)])

  /** If this fails, the next process that finds the lock announces it again. */
  const announced = createBatcher<LockRow>(STORED_EVERY_MS, (locks) => {
    storeAnnounced(locks).catch((error: unknown) => log.error({ err: error }, 'announced locks could not be stored'))
  })

  function isLate(battle: BattleRow, { round }: LockRow): boolean {
    const beacon = beacons.of(battle)
    return round !== null && beacon !== null && !isSentInTime(beacon.chain, round, now())
  }

  /** Replaces a lock that was not sent; null where another process has sent or replaced it. */
  async function replace(late: LockRow): Promise<LockRow | null> {
    const fresh = await db.transaction(async (tx) => {
      const isLocked = and(eq(battles.id, late.battleId), hasState(battles.state, 'locked'))
      const [battle] = await tx.select().from(battles).where(isLocked).for('no key update')
      if (battle === undefined) return null
      const last = await lastLock(tx, battle.id)
      if (last.sequence !== late.sequence || last.sentAt !== null) return null
      return storeNextLock(tx, battle, beacons, { sequence: late.sequence + 1, atMs: now() })
    })
    if (fresh !== null) log.warn({ battle: late.battleId, round: late.round }, 'a lock was sent too late, and replaced')
    return fresh
  }

  /** Announces a lock that is sent to browsers. */
  function announceLock(battle: ReadBattle, lock: LockRow): void {
    announce.locked(cardOf(battle, null), lockView(lock))
    announce.due(lock.drawAt)
  }

  /** Stores that a lock is sent and announces it. A lock that is late is replaced first. */
  async function sendOrReplace(battle: ReadBattle, lock: LockRow): Promise<LockRow | null> {
    if (isLate(battle.row, lock)) {
      const fresh = await replace(lock)
      return fresh === null ? null : sendOrReplace(battle, fresh)
    }
    const sent = { ...lock, sentAt: new Date(now()) }
    if (!(await storeSent(sent)).has(lock.battleId)) return null
    announceLock(battle, sent)
    return sent
  }

  async function sendLast(battleId: string): Promise<void> {
    const [battle] = await readBattles(db, [battleId], true)
    const lock = battle?.locks.at(-1)
    if (battle === undefined || lock === undefined) throw new Error(`Battle ${battleId} has no lock`)
    if (lock.sentAt !== null) announceLock(battle, lock)
    const sent = lock.sentAt === null ? await sendOrReplace(battle, lock) : lock
    if (sent !== null) await storeAnnounced([sent])
  }

  return {
    make: (battle) => makeLock(battle, beacons, { sequence: 1, atMs: now() }),
    send: async (battle, lock) => {
      const sent = await sendOrReplace(battle, lock)
      // The draw of a committed seed is due already.
      if (sent !== null && sent.round !== null) announced.add([sent])
      return sent?.sequence === lock.sequence ? sent : null
    },
    sendDue: () => {
      const which = (): SQL => {
        const at = sql`${new Date(now()).toISOString()}::timestamptz`
        return sql`${battles.state} = 'locked' and ${battles.dueAt} <= ${at}
          and ${battles.chain} = any(${sql.param(beacons.chains)}::text[])
          and exists (select from battle_locks where battle_locks.battle_id = ${battles.id}
            and battle_locks.round = ${battles.round} and (battle_locks.sent_at is null or battle_locks.draw_at > ${at}))`
      }
      const work = async (ids: readonly string[]): Promise<number> => {
        for (const id of ids) await sendLast(id)
        return ids.length
      }
      return workThrough({ db, which, atOnce: LOCKS_AT_ONCE, work, failure: 'a lock could not be sent', log })
    },
    stop: announced.stop,
  }
}
