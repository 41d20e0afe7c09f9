// Lists of battles: the lobby, a player's own history, and what a profile shows of it.
import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { isByEnd } from '../../../game/battles/find.ts'
import type { BattleCard, BattlesQuery } from '../../../protocol/battle.ts'
import { isId } from '../../base/ids.ts'
import type { Database } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { players } from '../../db/schema.ts'
import { battleSeats, battles } from '../../db/schema-battles.ts'
import { pageOf } from '../calls/page.ts'
import { type BattleRow, cardOf, readBattles } from './cards.ts'

/** Cards have up to fifty rounds: fewer of them on a page than in other lists. */
const PAGE = 20

export interface BattlesPage {
  readonly battles: BattleCard[]
  readonly cursor: string | null
}

export interface BattleLists {
  /** Returns a page of the public battles of a tab. */
  lobby(query: BattlesQuery, viewerId: number | null): Promise<BattlesPage>
  /** Returns a page of the battles in which a player has a seat, the newest first. */
  own(playerId: number, cursor: string | undefined): Promise<BattlesPage>
  /** Returns a page of the public battles of a player, the newest first; none of a hidden player. */
  ofPlayer(playerId: number, cursor: string | undefined, viewerId: number | null): Promise<BattlesPage>
}

/** The position at which a page of a list by price or by end begins. */
interface ValueCursor {
  /** Cents, or milliseconds since 1970. */
  readonly value: number
  readonly number: number
}

const NUMBER = /^\d{1,9}$/
const VALUE_AND_NUMBER = /^(\d{1,15})\.(\d{1,9})$/

function readValueCursor(cursor: string): ValueCursor | null {
  const [, value, number] = VALUE_AND_NUMBER.exec(cursor) ?? []
  return value === undefined || number === undefined ? null : { value: Number(value), number: Number(number) }
}

/** The order of a list: its columns, what follows a cursor, and the cursor after a row. */
interface Order {
  readonly by: SQL[]
  readonly after: SQL | undefined
  cursorOf(row: BattleRow): string
}

/** Returns an order as `compareBattles` (game/battles/find.ts) has it: of equal prices the newest first. */
function orderOf({ tab, sort, cursor = '' }: Pick<BattlesQuery, 'tab' | 'sort' | 'cursor'>): Order {
  const from = readValueCursor(cursor)
  if (isByEnd({ tab, sort })) {
    const end = from === null ? null : new Date(from.value)
    const after =
      from === null || end === null
        ? undefined
        : or(lt(battles.endedAt, end), and(eq(battles.endedAt, end), lt(battles.number, from.number)))
    return {
      by: [desc(battles.endedAt), desc(battles.number)],
      after,
      cursorOf: ({ endedAt, number }) => `${endedAt?.getTime() ?? 0}.${number}`,
    }
  }
  if (sort === 'new') {
    const after = NUMBER.test(cursor) ? lt(battles.number, Number(cursor)) : undefined
    return { by: [desc(battles.number)], after, cursorOf: ({ number }) => String(number) }
  }
  const [direction, beyond] = sort === 'price-up' ? [asc, gt] : [desc, lt]
  const after =
    from === null
      ? undefined
      : or(beyond(battles.price, from.value), and(eq(battles.price, from.value), lt(battles.number, from.number)))
  return {
    by: [direction(battles.price), desc(battles.number)],
    after,
    cursorOf: ({ price, number }) => `${price}.${number}`,
  }
}

/** Selects a mode of the lobby: `crazy` is any mode in which the lowest wins. */
function isOfMode(mode: BattlesQuery['mode']): SQL | undefined {
  if (mode === undefined) return undefined
  return mode === 'crazy' ? sql`${battles.crazy}` : eq(battles.mode, mode)
}

/** Makes the lists over a database. */
export function createBattleLists(db: Database): BattleLists {
  async function pageFrom(
    rows: readonly BattleRow[],
    cursorOf: Order['cursorOf'],
    viewerId: number | null,
  ): Promise<BattlesPage> {
    const page = pageOf(rows, cursorOf, PAGE)
    const read = await readBattles(
      db,
      page.rows.map(({ id }) => id),
    )
    return { battles: read.map((battle) => cardOf(battle, viewerId)), cursor: page.cursor }
  }

  /** Reads battles through the seats of a player. */
  async function throughSeats(playerId: number, cursor: string | undefined, which?: SQL): Promise<BattleRow[]> {
    const before = cursor !== undefined && isId(cursor) ? lt(battleSeats.battleId, cursor) : undefined
    const rows = await db.queries
      .select({ battle: battles })
      .from(battleSeats)
      .innerJoin(battles, eq(battles.id, battleSeats.battleId))
      .where(and(eq(battleSeats.playerId, playerId), before, which))
      .orderBy(desc(battleSeats.battleId))
      .limit(PAGE + 1)
    return rows.map(({ battle }) => battle)
  }

  return {
    lobby: async ({ tab, mode, min, max, sort, cursor }, viewerId) => {
      const { by, after, cursorOf } = orderOf({ tab, sort, cursor })
      const rows = await db.queries
        .select()
        .from(battles)
        .where(
          and(
            eq(battles.tab, tab),
            // What the tab says already: the index by end is of settled battles.
            isByEnd({ tab, sort }) ? hasState(battles.state, 'settled') : undefined,
            isOfMode(mode),
            min === undefined ? undefined : gte(battles.price, min),
            max === undefined ? undefined : lte(battles.price, max),
            after,
          ),
        )
        .orderBy(...by)
        .limit(PAGE + 1)
      return pageFrom(rows, cursorOf, viewerId)
    },
    own: async (playerId, cursor) => pageFrom(await throughSeats(playerId, cursor), ({ id }) => id, playerId),
    ofPlayer: async (playerId, cursor, viewerId) => {
      const [player] = await db.queries.select({ hidden: players.hidden }).from(players).where(eq(players.id, playerId))
      if (player === undefined || player.hidden) return { battles: [], cursor: null }
      const rows = await throughSeats(playerId, cursor, isNotNull(battles.tab))
      return pageFrom(rows, ({ id }) => id, viewerId)
    },
  }
}
