// The public profile of a player, and the view of their own account. All totals are counted already (money/account-totals.ts).
import { eq } from 'drizzle-orm'
import { PUBLIC_BADGES } from '../../../game/base/badges.ts'
import { COUNTED_GAMES, GAMES } from '../../../game/base/games.ts'
import { expOfSpending, levelOf } from '../../../game/base/levels.ts'
import { cents } from '../../../game/base/money.ts'
import type { AccountReply, Profile } from '../../../protocol/account.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Database } from '../../db/database.ts'
import { accounts, players } from '../../db/schema.ts'
import { ACCOUNT_VERSION, type FallenWorth } from '../money/fallen-worth.ts'
import { badgesOf } from '../notices/badges.ts'
import { type DropRow, dropOf, SELECT_DROPS } from '../rolls/drops.ts'
import type { Erasures } from './erasure.ts'

const RECENT = 20

/** A replacement was chosen, not won. */
const RECENT_STATEMENT = {
  name: 'drops-of-player',
  text: `${SELECT_DROPS}
  where items.player_id = $1 and items.source <> 'replacement' order by items.id desc limit ${RECENT}`,
}
const EXISTS_STATEMENT = { name: 'player-exists', text: 'select 1 as found from players where id = $1' }
const BEST_STATEMENT = { name: 'drop-by-id', text: `${SELECT_DROPS} where items.id = $1` }

interface PlayerRow {
  readonly player: typeof players.$inferSelect
  readonly account: typeof accounts.$inferSelect
  readonly version: string
}

export interface Profiles {
  /** Tells whether there is a player with an id. */
  exists(playerId: number): Promise<boolean>
  /** Returns the public profile of a player; undefined for an unknown id. */
  profile(playerId: number): Promise<Profile | undefined>
  /** Returns a player's own account. */
  account(playerId: number): Promise<Omit<AccountReply, 'success'>>
}

async function findPlayer(db: Database, playerId: number): Promise<PlayerRow | undefined> {
  const [row] = await db.queries
    .select({ player: players, account: accounts, version: ACCOUNT_VERSION })
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
    badges: [],
    recent: [],
  }
}

async function fullProfile(db: Database, { player, account }: PlayerRow, viewer: 'self' | 'other'): Promise<Profile> {
  const [earned, recent, best] = await Promise.all([
    badgesOf(db.queries, player.id),
    db.run<DropRow>(RECENT_STATEMENT, [player.id]),
    account.bestId === null ? [] : db.run<DropRow>(BEST_STATEMENT, [account.bestId]),
  ])
  // Everyone who may see the drops may see the player's name.
  const shown = (row: DropRow) => dropOf({ ...row, hidden: false })
  return {
    id: player.id,
    username: player.username,
    avatar: player.avatar,
    lvl: levelOf(expOfSpending(cents(account.spent))),
    joined_at: player.createdAt.getTime(),
    best: best[0] === undefined ? null : shown(best[0]),
    totals: COUNTED_GAMES.map((game) => ({ game, played: account[GAMES[game].counter] })),
    badges: viewer === 'self' ? earned : earned.filter((badge) => PUBLIC_BADGES.some((one) => one === badge)),
    recent: recent.map(shown),
  }
}

export interface ProfilesParts {
  readonly db: Database
  readonly catalogue: () => LoadedCatalogue
  readonly fallenWorth: FallenWorth
  readonly now: () => number
  readonly erasureOf: Erasures['of']
}

/** Makes the profiles over a database and a catalogue. */
export function createProfiles({ db, catalogue, fallenWorth, now, erasureOf }: ProfilesParts): Profiles {
  return {
    exists: async (playerId) => (await db.run(EXISTS_STATEMENT, [playerId])).length > 0,
    profile: async (playerId) => {
      const row = await findPlayer(db, playerId)
      if (row === undefined) return undefined
      return row.player.hidden ? hiddenProfile(row) : fullProfile(db, row, 'other')
    },
    account: async (playerId) => {
      const row = await findPlayer(db, playerId)
      if (row === undefined) throw new Error(`Player ${playerId} has a session but does not exist`)
      const { account, player, version } = row
      const fallen = await fallenWorth({ playerId, version }, { loaded: catalogue(), atMs: now() })
      return {
        profile: await fullProfile(db, row, 'self'),
        hidden: player.hidden,
        onBoards: player.onBoards,
        items: { count: account.items, worth: account.worth - fallen },
        spent: account.spent,
        won: account.won,
        erasure: await erasureOf(playerId),
      }
    },
  }
}
