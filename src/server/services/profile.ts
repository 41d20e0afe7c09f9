// What everyone may see of a player, and what only he himself sees. All of it is counted already (account-totals.ts).
import { eq } from 'drizzle-orm'
import type { AccountReply, Profile } from '../../contract/account.ts'
import { expOfSpending, levelOf } from '../../game/levels.ts'
import { cents } from '../../game/money.ts'
import type { Database } from '../db/database.ts'
import { accounts, players } from '../db/schema.ts'
import { type DropRow, dropOf, SELECT_DROPS } from './drops.ts'

const RECENT = 20

/** A replacement is no winning: it was chosen. */
const RECENT_STATEMENT = {
  name: 'drops-of-player',
  text: `${SELECT_DROPS}
  where items.player_id = $1 and items.source <> 'replacement' order by items.id desc limit ${RECENT}`,
}
const BEST_STATEMENT = { name: 'drop-by-id', text: `${SELECT_DROPS} where items.id = $1` }

interface PlayerRow {
  readonly player: typeof players.$inferSelect
  readonly account: typeof accounts.$inferSelect
}

export interface Profiles {
  /** A player as others see him; undefined when there is none with that id. */
  profile(playerId: number): Promise<Profile | undefined>
  /** A player as he sees himself. */
  account(playerId: number): Promise<Omit<AccountReply, 'success'>>
}

async function findPlayer(db: Database, playerId: number): Promise<PlayerRow | undefined> {
  const [row] = await db.queries
    .select({ player: players, account: accounts })
    .from(players)
    .innerJoin(accounts, eq(accounts.id, players.id))
    .where(eq(players.id, playerId))
  return row
}

function hiddenProfile({ player, account }: PlayerRow): Profile {
  return {
    id: player.id,
    username: null,
    avatar: null,
    lvl: levelOf(expOfSpending(cents(account.spent))),
    joined_at: null,
    best: null,
    totals: [],
    recent: [],
  }
}

async function fullProfile(db: Database, { player, account }: PlayerRow): Promise<Profile> {
  const [recent, best] = await Promise.all([
    db.run<DropRow>(RECENT_STATEMENT, [player.id]),
    account.bestId === null ? [] : db.run<DropRow>(BEST_STATEMENT, [account.bestId]),
  ])
  // Everybody who may see the drops may see whose they are.
  const shown = (row: DropRow) => dropOf({ ...row, hidden: false })
  return {
    id: player.id,
    username: player.username,
    avatar: player.avatar,
    lvl: levelOf(expOfSpending(cents(account.spent))),
    joined_at: player.createdAt.getTime(),
    best: best[0] === undefined ? null : shown(best[0]),
    totals: [
      { game: 'case', played: account.cases },
      { game: 'upgrade', played: account.upgrades },
      { game: 'contract', played: account.contracts },
    ],
    recent: recent.map(shown),
  }
}

/** The profiles over a database. */
export function createProfiles(db: Database): Profiles {
  return {
    profile: async (playerId) => {
      const row = await findPlayer(db, playerId)
      if (row === undefined) return undefined
      return row.player.hidden ? hiddenProfile(row) : fullProfile(db, row)
    },
    account: async (playerId) => {
      const row = await findPlayer(db, playerId)
      if (row === undefined) throw new Error(`Player ${playerId} has a session but is not there`)
      const { account, player } = row
      return {
        profile: await fullProfile(db, row),
        hidden: player.hidden,
        items: { count: account.items, worth: account.worth },
        spent: account.spent,
        won: account.won,
      }
    },
  }
}
