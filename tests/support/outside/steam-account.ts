// What Steam says of players in tests, stored as if it had been asked: there is no Steam.
import type { SteamAccount } from '../../../src/game/base/steam-account.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { steamAccounts } from '../../../src/server/db/schema-withdrawals.ts'

/** An account of 2015 with nothing against it. */
export const OLD_ACCOUNT: SteamAccount = {
  createdMs: Date.UTC(2015, 0),
  isPrivate: false,
  isLimited: false,
  isTradeBanned: false,
}

/** Never old: clocks of tests move. */
const CHECKED_AT = new Date('2200-01-01T00:00:00Z')

/** Stores what Steam says of a player; an old account by default. */
export async function knowSteamAccount(
  { queries }: Pick<Database, 'queries'>,
  playerId: number,
  { createdMs, ...rest }: SteamAccount = OLD_ACCOUNT,
): Promise<void> {
  const createdAt = createdMs === null ? null : new Date(createdMs)
  const row = { playerId, checkedAt: CHECKED_AT, createdAt, ...rest }
  await queries.insert(steamAccounts).values(row).onConflictDoUpdate({ target: steamAccounts.playerId, set: row })
}
