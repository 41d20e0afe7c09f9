// The proof of a battle: everything that it was drawn from and what was drawn, as it is stored. The verifier computes the rest.
import { asc, eq } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import { type BattleResult, decideBattle } from '../../../game/battles/battle.ts'
import { battleSeed } from '../../../game/battles/lock.ts'
import { BATTLE_PROOF_FORMAT, type ProvenDrop } from '../../../game/battles/proof.ts'
import { runDraw } from '../../../game/fairness/fairness.ts'
import type { BattleProofReply } from '../../../protocol/battle.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { isId } from '../../base/ids.ts'
import { sha256 } from '../../beacon/drand/signature.ts'
import type { Database } from '../../db/database.ts'
import { battleDrops } from '../../db/schema-battles.ts'
import { hmacOf } from '../rolls/seeds.ts'
import { type BattleRow, cardOf, type LockRow, type ReadBattle, readBattles } from './cards.ts'
import { publicLocks } from './view.ts'

const TABLES = { name: 'battle-proof-odds', text: 'select hash, text from odds_tables where hash = any($1::text[])' }
const ITEMS = { name: 'battle-proof-items', text: 'select view from catalogue_items where id = any($1::text[])' }

type Proof = BattleProofReply['proof']

export interface BattleProofs {
  /** Returns the proof of a battle in any state; undefined for an unknown one. */
  of(battleId: string, viewerId: number | null): Promise<Omit<BattleProofReply, 'success'> | undefined>
}

function sourceOf({ source, chain, commit }: BattleRow): Proof['source'] {
  return source === 'drand' ? { source, chain: chain ?? '' } : { source, commit: commit ?? '' }
}

/** Decides a battle again from its drops; the seed decides only what they leave open. */
async function resultOf(
  { format, mode, crazy }: BattleRow,
  lock: LockRow,
  secret: string,
  drops: readonly (readonly ProvenDrop[])[],
): Promise<BattleResult> {
  const key = await battleSeed(sha256, lock.hash, secret)
  const values = drops.map((bySlot) => bySlot.map(({ price }) => cents(price)))
  return runDraw(hmacOf(key), decideBattle({ format, mode, crazy }, values))
}

/** Makes the proofs over a database. */
export function createBattleProofs(db: Database): BattleProofs {
  async function drawOf(battle: BattleRow, lock: LockRow | undefined): Promise<Proof['draw']> {
    const { id, number, winners, shares, signature, serverSeed } = battle
    if (winners === null || shares === null || lock === undefined) return null
    const secret = signature ?? serverSeed
    if (secret === null) throw new Error(`Battle ${number} was drawn without a secret`)
    const rows = await db.queries
      .select()
      .from(battleDrops)
      .where(eq(battleDrops.battleId, id))
      .orderBy(asc(battleDrops.round), asc(battleDrops.slot))
    const byRound = Map.groupBy(rows, ({ round }) => round)
    const drops = [...byRound.values()].map((bySlot) =>
      bySlot.map(({ roll, itemId: item, price }) => ({ roll, item, price })),
    )
    const { deciding } = await resultOf(battle, lock, secret, drops)
    return { secret, drops, winners, shares, deciding }
  }

  async function proofOf({ row: battle, rounds, seats, locks: stored }: ReadBattle): Promise<Proof> {
    const { id, format, mode, crazy } = battle
    const locks = publicLocks(battle, stored)
    const hashes = [...new Set(rounds.map(({ oddsHash }) => oddsHash))]
    const odds = await db.run<{ hash: string; text: string }>(TABLES, [hashes])
    return {
      format: BATTLE_PROOF_FORMAT,
      battle: id,
      terms: { format, mode, crazy },
      source: sourceOf(battle),
      rounds: rounds.map(({ oddsHash, price }) => ({ odds: oddsHash, price })),
      // Ids of seats are receipts until a lock has them.
      seats: locks.length === 0 ? [] : seats.map(({ id: seat, seed, percent }) => ({ id: seat, seed, percent })),
      locks: locks.map(({ hash, text, round, lockedAt, sentAt }) => ({
        hash,
        text,
        round,
        lockedAt: lockedAt.getTime(),
        sentAt: sentAt?.getTime() ?? null,
      })),
      odds: Object.fromEntries(odds.map(({ hash, text }) => [hash, text])),
      draw: await drawOf(battle, locks.at(-1)),
    }
  }

  async function itemsOf({ draw }: Proof): Promise<ItemView[]> {
    if (draw === null) return []
    const ids = new Set(draw.drops.flatMap((bySlot) => bySlot.map(({ item }) => item)))
    const rows = await db.run<{ view: ItemView }>(ITEMS, [[...ids]])
    return rows.map(({ view }) => view)
  }

  return {
    of: async (battleId, viewerId) => {
      if (!isId(battleId)) return undefined
      const [read] = await readBattles(db, [battleId], true)
      if (read === undefined) return undefined
      const { row: battle } = read
      const proof = await proofOf(read)
      const cases = read.rounds.map(({ oddsHash, url, name, image }) => [oddsHash, { url, name, image }] as const)
      return {
        proof,
        number: battle.number,
        state: battle.state,
        players: battle.lockedAt === null ? [] : cardOf(read, viewerId).seats.map(({ user, own }) => ({ user, own })),
        cases: Object.fromEntries(cases),
        items: await itemsOf(proof),
      }
    },
  }
}
