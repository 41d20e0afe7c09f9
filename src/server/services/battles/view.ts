// One battle as its page shows it. Everything that decides its result is public; its secret is public once it was drawn.
import { desc, eq } from 'drizzle-orm'
import type { BattleCard, BattleView, LockView } from '../../../protocol/battle.ts'
import { isId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Database } from '../../db/database.ts'
import { battles } from '../../db/schema-battles.ts'
import { type BattleRow, cardOf, type LockRow, type ReadBattle, readBattles } from './cards.ts'
import type { BattleContents } from './contents.ts'

/** The columns of a lock that its view needs. */
type ShownLock = Pick<LockRow, 'hash' | 'text' | 'lockedAt' | 'sentAt' | 'drawAt'>

/** Converts a lock for the protocol. */
export function lockView({ hash, text, lockedAt, sentAt, drawAt }: ShownLock): LockView {
  return {
    hash,
    text,
    lockedAt: lockedAt.getTime(),
    sentAt: sentAt?.getTime() ?? null,
    drawAt: drawAt.getTime(),
  }
}

/** Tells whether the secret of a battle is public. */
const isDrawn = ({ state }: Pick<BattleRow, 'state'>): boolean => state === 'drawn' || state === 'settled'

/**
 * Returns the locks of a battle that are public: up to the last one that was sent, and all of them once it was drawn. One that was not
 * sent may still be replaced, and nobody may have seen a lock that is replaced after its round.
 */
export function publicLocks<Lock extends Pick<LockRow, 'sentAt'>>(
  row: Pick<BattleRow, 'state'>,
  locks: readonly Lock[],
): readonly Lock[] {
  return isDrawn(row) ? locks : locks.slice(0, locks.findLastIndex(({ sentAt }) => sentAt !== null) + 1)
}

function randomnessOf(row: BattleRow, locks: readonly LockRow[]): BattleView['randomness'] {
  if (row.source === 'drand') {
    const round = locks.at(-1)?.round ?? null
    return { source: 'drand', chain: row.chain ?? '', round, signature: isDrawn(row) ? row.signature : null }
  }
  return { source: 'seed', commit: row.commit ?? '', serverSeed: isDrawn(row) ? row.serverSeed : null }
}

export interface BattleViews {
  /**
   * Returns a battle as a player or a guest sees it. Private ones are found by their link.
   *
   * @throws RefusalError 'battle-unknown'
   */
  view(battleId: string, viewerId: number | null): Promise<BattleView>
  /** Returns a battle as a player sees it, from what was read of it with its locks. */
  viewOf(battle: ReadBattle, viewerId: number | null): Promise<BattleView>
  /** Returns a battle as a guest sees it in a list; undefined for an unknown id. */
  card(battleId: string): Promise<BattleCard | undefined>
  /** Tells whether there is a battle with an id. */
  exists(battleId: string): Promise<boolean>
}

/** Makes the views over a database. */
export function createBattleViews({ db, contents }: { db: Database; contents: BattleContents }): BattleViews {
  async function rematchOf(battleId: string): Promise<string | null> {
    const rows = await db.queries
      .select({ id: battles.id, state: battles.state })
      .from(battles)
      .where(eq(battles.rematchOf, battleId))
      .orderBy(desc(battles.id))
      .limit(1)
    const [row] = rows
    return row === undefined || row.state === 'cancelled' || row.state === 'expired' ? null : row.id
  }

  async function read(battleId: string, withLocks: boolean): Promise<ReadBattle | undefined> {
    if (!isId(battleId)) return undefined
    const [battle] = await readBattles(db, [battleId], withLocks)
    return battle
  }

  async function viewOf(battle: ReadBattle, viewerId: number | null): Promise<BattleView> {
    const { row, rounds } = battle
    const [tables, rematch] = await Promise.all([
      contents.of(rounds.map(({ oddsHash }) => oddsHash)),
      row.endedAt === null ? null : rematchOf(row.id),
    ])
    const locks = publicLocks(row, battle.locks)
    return {
      ...cardOf(battle, viewerId),
      rounds: [...rounds],
      contents: Object.fromEntries([...tables].map(([hash, { views }]) => [hash, views])),
      randomness: randomnessOf(row, locks),
      locks: locks.map(lockView),
      ownBattle: viewerId !== null && viewerId === row.creatorId,
      rematch,
    }
  }

  return {
    viewOf,
    exists: async (battleId) => {
      if (!isId(battleId)) return false
      const rows = await db.queries.select({ id: battles.id }).from(battles).where(eq(battles.id, battleId))
      return rows.length > 0
    },
    card: async (battleId) => {
      const battle = await read(battleId, false)
      return battle === undefined ? undefined : cardOf(battle, null)
    },
    view: async (battleId, viewerId) => {
      const battle = await read(battleId, true)
      if (battle === undefined) throw new RefusalError('battle-unknown')
      return viewOf(battle, viewerId)
    },
  }
}
