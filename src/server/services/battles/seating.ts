// The statement that takes seats of open battles: it stores the seat, its payment, the response under its key, and with the last seat the
// lock. It locks the battle's row first, so that one of many players gets a seat and the others pay nothing. Seats that different players
// take in different battles at the same time share a statement and a commit.
import { type Cents, cents } from '../../../game/base/money.ts'
import { growingCache } from '../../base/growing-cache.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import { shareStatements } from '../../base/shared-statement.ts'
import { type Database, isDatabaseUnavailable } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { gamesClosedSql, passingHoldSql } from '../account/holds.ts'
import { assertNotExcluded } from '../account/protection.ts'
import { type IdempotencyKey, KeyAlreadyUsed } from '../calls/idempotency.ts'
import { chargeAccount, chargeColumns, INTO_TRANSFERS } from '../money/charge-sql.ts'
import { CatalogueLate, hasHeldItemSql, isLateSql } from '../rolls/in-force.ts'
import type { ReadBattle } from './cards.ts'
import type { MadeLock } from './locking.ts'
import { changedRefusal } from './parts.ts'
import type { PaidSeat } from './pay-seat.ts'

/** A seat that is about to be taken, in a battle as it was read. */
export interface WantedSeat {
  readonly battle: ReadBattle
  /** The player is null for a bot, whose whole seat the house pays. */
  readonly seat: Omit<PaidSeat, 'playerId'> & { readonly playerId: number | null }
  /** Of the last seat. */
  readonly made: MadeLock | null
  readonly at: Date
  /** Percent of the margin that can be unlocked. */
  readonly ownPercent: number
  /** Of the catalogue that this instance has. */
  readonly digest: string
  readonly idempotencyKey: IdempotencyKey
}

/** The account of the player who moved, once the seat is taken. */
export interface SeatedAccount {
  readonly balance: Cents
  readonly username: string
  readonly avatar: string
  readonly hidden: boolean
  /** Total spent on games. */
  readonly spent: number
}

/**
 * The statement writes only if the row still has the version that was read, because every taken or left seat changes the version. An equal
 * version proves that the seat is free, that its player has no other seat, and that the lock binds the seats of the battle.
 *
 * The odds of all rounds are those in force when the statement begins: until the job ends a battle whose odds have changed, a seat of it
 * would be a bet at prices that are known to be wrong. What a creator promised to pay for a seat is money that they pass on: it has to be money
 * that they could take out now. Games must not be closed for who pays, nor for who sits there already: an exclusion at another instance counts at
 * once.
 *
 * Nothing counts as spent before the battle is settled. Battles are locked before accounts, each in the order of their ids, as everywhere. Locks read the
 * newest versions, so conditions are checked there, once, as in games/opening-batch.ts; the last line asserts that no update missed its row.
 */
const TAKE_SEATS = {
  name: 'battle-take-seats',
  text: `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as given (battle uuid, version text, seat uuid, slot int, player int, payer int, seed text,
    percent int, paid bigint, funded bigint, house bigint, at timestamptz, own_percent bigint, digest text, paid_transfer uuid, house_transfer uuid,
    key uuid, request_hash text, receipt uuid, text text, hash text, round bigint, draw_at timestamptz, due_at timestamptz)
), free as materialized (
  select given.*, -battles.number as escrow, not exists (select from battle_rounds where battle_rounds.battle_id = battles.id
    and (battle_rounds.odds_hash is distinct from (select hash from odds_periods
      where odds_periods.reference = battle_rounds.case_url order by odds_periods.id desc limit 1)
      or ${hasHeldItemSql('battle_rounds.odds_hash')})) as is_current,
    ${isLateSql('given.digest')} as is_late,
    case when given.funded > 0 then ${passingHoldSql('battles.creator_id', 'given.at')} end as hold,
    ${gamesClosedSql('given.payer', 'given.at')} as is_closed,
    exists (select from battle_seats where battle_seats.battle_id = battles.id and battle_seats.player_id is not null
      and ${gamesClosedSql('battle_seats.player_id', 'given.at')}) as is_left
  from battles join given on given.battle = battles.id
  where battles.xmin::text = given.version and battles.state = 'open' and battles.filled < battles.seats and battles.expires_at > given.at
  order by battles.id for no key update of battles
), ready as materialized (
  select free.*, ${chargeColumns({ amount: 'free.paid', ownPercent: 'free.own_percent' })}
  from free join accounts on accounts.id = free.payer
  where free.is_current and free.hold is null and not free.is_closed and not free.is_left and not free.is_late and (free.player is null or accounts.balance >= free.paid) order by accounts.id for update of accounts
), fresh as (
  insert into idempotency_keys (player_id, key, request_hash, answer)
  select payer, key, request_hash, json_build_object('id', battle, 'receipt', receipt, 'balance', balance_after) from ready order by payer
  on conflict do nothing returning player_id
), parts as (
  select ready.* from ready join fresh on fresh.player_id = ready.payer
), claimed as (
  update battles set filled = battles.filled + 1, fund_held = battles.fund_held - parts.funded,
    state = case when parts.hash is null then battles.state else 'locked' end,
    locked_at = case when parts.hash is null then null else parts.at end, round = parts.round,
    due_at = coalesce(parts.due_at, battles.due_at)
  from parts where battles.id = parts.battle returning battles.id
), charged as (
  update accounts set ${chargeAccount('parts')} from parts where accounts.id = parts.payer
  returning accounts.id, accounts.balance, accounts.spent
), taken as (
  insert into battle_seats (id, battle_id, slot, player_id, seed, percent, paid, locked, funded, house, at)
  select seat, battle, slot, player, seed, percent, paid, locked, funded, house, at from parts
), moved as (
  ${INTO_TRANSFERS}
  select paid_transfer, 'battle', payer, escrow, paid, battle::text, locked, unlocked from parts where paid > 0
  union all
  select house_transfer, 'battle-house', ${HOUSE_ACCOUNTS.battle}, escrow, house, battle::text, 0, 0 from parts where house > 0
), bound as (
  insert into battle_locks (battle_id, sequence, text, hash, round, locked_at, draw_at)
  select battle, 1, text, hash, round, at, draw_at from parts where hash is not null
)
select given.battle, charged.balance, charged.spent, username, avatar, hidden,
  case when charged.id is not null then 'taken' when given.battle not in (select battle from free) then 'stale'
    when given.battle in (select battle from free where is_closed) then 'closed'
    when given.battle in (select battle from free where is_late) then 'late'
    when given.battle in (select battle from free where not is_current) then 'repriced'
    when given.battle in (select battle from free where hold is not null) then 'unfunded'
    when given.battle in (select battle from free where is_left) then 'left'
    when given.battle not in (select battle from ready) then 'balance' else 'repeated' end as outcome
from given left join charged on charged.id = given.payer left join players on players.id = charged.id
where case
  when (select count(*) from fresh) = (select count(*) from claimed) and (select count(*) from fresh) = (select count(*) from charged)
  then true else refuse('torn') is null end`,
}

/**
 * `stale`: the battle has changed since it was read. `closed`: games are closed for who pays. `left`: they are closed for a player of the battle, who is
 * about to leave it. `late`: there is a newer edition
 * of the catalogue. `repriced`: its odds are not in force, or one of their items is held. `unfunded`: its creator may not pass money on.
 * `repeated`: the key was used before. Only `taken`
 * has written anything.
 */
type Outcome = 'taken' | 'stale' | 'closed' | 'left' | 'late' | 'repriced' | 'unfunded' | 'balance' | 'repeated'

interface OutcomeRow {
  battle: string
  balance: string | number | null
  spent: string | number | null
  username: string | null
  avatar: string | null
  hidden: boolean | null
  outcome: Outcome
}

/** Statements at once: the database groups their commits, and a statement whose connection hangs must not stop the others. */
const STATEMENTS_AT_ONCE = 4
const SEATS_MOST = 32
/** Far more than the battles that change while joins wait. */
const GONE_KEPT = 1_000

function given({ battle, seat, made, at, ownPercent, digest, idempotencyKey }: WantedSeat): object {
  const { id, playerId: player, slot, seed, percent, paid, funded, house } = seat
  const { playerId: payer, key, requestHash } = idempotencyKey
  const { id: battleId } = battle.row
  const lock =
    made === null
      ? {}
      : {
          text: made.lock.text,
          hash: made.lock.hash,
          round: made.lock.round,
          draw_at: made.lock.drawAt,
          due_at: made.dueAt,
        }
  return {
    ...{ battle: battleId, version: battle.version, seat: id, slot, player, payer, seed, percent, paid, funded, house },
    ...{
      at,
      own_percent: ownPercent,
      digest,
      paid_transfer: newId(),
      house_transfer: newId(),
      key,
      request_hash: requestHash,
    },
    ...{ receipt: player === null ? null : id, ...lock },
  }
}

/** Takes the seats of a statement. If the database refuses it, takes them one by one, so that a fault of one seat fails no other. */
async function takeSeats(db: Database, wanted: readonly WantedSeat[]): Promise<Map<WantedSeat, OutcomeRow | Error>> {
  try {
    const rows = await db.run<OutcomeRow>(TAKE_SEATS, [JSON.stringify(wanted.map(given))])
    const byBattle = new Map(rows.map((row) => [row.battle, row]))
    const missing = new Error('A seat returned no result')
    return new Map(wanted.map((one) => [one, byBattle.get(one.battle.row.id) ?? missing]))
  } catch (error) {
    if (wanted.length === 1 || isDatabaseUnavailable(error)) throw error
    const all = new Map<WantedSeat, OutcomeRow | Error>()
    for (const one of wanted) {
      const alone = await takeSeats(db, [one]).catch((fault: Error) => fault)
      all.set(one, alone instanceof Error ? alone : (alone.get(one) ?? new Error('A seat returned no result')))
    }
    return all
  }
}

/**
 * Makes the seating over a database.
 *
 * @returns takes a seat; null where the battle has changed since it was read, and nothing was written. Throws RefusalError 'balance',
 *   'excluded', 'battle-closed' where its odds are not in force or one of its players may not play any more, 'battle-fund' where its creator may not pay for it now, and KeyAlreadyUsed
 */
export function createSeating(db: Database): (wanted: WantedSeat) => Promise<SeatedAccount | null> {
  /** Outdated versions of battles: joins that wait with one of them are not sent to the database. */
  const gone = growingCache<string, true>(GONE_KEPT)
  const versionOf = ({ battle }: WantedSeat): string => `${battle.row.id}.${battle.version}`

  async function takeFree(wanted: readonly WantedSeat[]): Promise<ReadonlyMap<WantedSeat, OutcomeRow | Error>> {
    const free = wanted.filter((one) => !gone.has(versionOf(one)))
    if (free.length === 0) return new Map()
    const taken = await takeSeats(db, free)
    for (const [one, row] of taken) {
      if (!(row instanceof Error) && (row.outcome === 'taken' || row.outcome === 'stale'))
        gone.set(versionOf(one), true)
    }
    return taken
  }

  const take = shareStatements(takeFree, {
    atOnce: STATEMENTS_AT_ONCE,
    most: SEATS_MOST,
    touches: ({ battle, idempotencyKey }) => [battle.row.id, idempotencyKey.playerId],
  })

  return async (wanted) => {
    const row = (await take(wanted)).get(wanted)
    if (row === undefined) return null
    if (row instanceof Error) throw row
    switch (row.outcome) {
      case 'stale':
        return null
      case 'closed':
        await assertNotExcluded(db.queries, wanted.idempotencyKey.playerId, wanted.at)
        throw new RefusalError('battle-closed')
      case 'left':
        throw new RefusalError('battle-closed')
      case 'late':
        throw new CatalogueLate()
      case 'repriced':
        throw changedRefusal()
      case 'unfunded':
        throw new RefusalError('battle-fund', {}, { context: 'creator' })
      case 'balance':
        throw new RefusalError('balance', { price: wanted.seat.paid })
      case 'repeated':
        throw new KeyAlreadyUsed()
      case 'taken': {
        const { username, avatar, hidden } = row
        const shown = { username: username ?? '', avatar: avatar ?? '', hidden: hidden ?? true }
        return { balance: cents(Number(row.balance)), spent: Number(row.spent), ...shown }
      }
    }
  }
}
