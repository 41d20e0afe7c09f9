// What Steam says of players' accounts, asked once a day and stored: for the review of withdrawals, and for gifts without a deposit.
import { eq } from 'drizzle-orm'
import type { SteamAccount } from '../../../game/base/steam-account.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import type { Queries } from '../../db/database.ts'
import { players } from '../../db/schema.ts'
import { steamAccounts } from '../../db/schema-withdrawals.ts'
import { SteamAccountUnknown } from '../../steam/account.ts'

/** What Steam said is asked again after this long; what it hid, sooner: a player can make a profile public. */
const FRESH_MS = { known: DAY_MS, hidden: 10 * 60_000 } as const

export interface SteamAccountParts {
  /** Asks Steam about an account; throws SteamAccountUnknown. */
  readonly steamAccountOf: (steamid: string) => Promise<SteamAccount>
  readonly log: { warn(fields: object, message: string): void }
}

/** Returns what Steam said of a player's account last, and when; null when it was never asked. */
export async function storedSteamAccount(
  queries: Queries,
  playerId: number,
): Promise<{ readonly account: SteamAccount; readonly checkedAt: Date } | null> {
  const [row] = await queries.select().from(steamAccounts).where(eq(steamAccounts.playerId, playerId))
  if (row === undefined) return null
  const { createdAt, isPrivate, isLimited, isTradeBanned, checkedAt } = row
  return { account: { createdMs: createdAt?.getTime() ?? null, isPrivate, isLimited, isTradeBanned }, checkedAt }
}

/** Keeps what Steam told before and hides now: a private profile tells neither its age nor whether it is limited. */
function withWhatIsKnown(told: SteamAccount, before: SteamAccount | undefined): SteamAccount {
  if (before === undefined) return told
  const isLimited = told.isLimited || (told.isPrivate && before.isLimited)
  return { ...told, isLimited, createdMs: told.createdMs ?? before.createdMs }
}

/** Returns what Steam says of a player's account, asked once a day; null when it did not answer. */
export async function readSteamAccountOf(
  { steamAccountOf: ask, log }: SteamAccountParts,
  queries: Queries,
  playerId: number,
  at: Date,
): Promise<SteamAccount | null> {
  const stored = await storedSteamAccount(queries, playerId)
  if (stored !== null) {
    const isHidden = stored.account.isPrivate || stored.account.createdMs === null
    const freshMs = isHidden ? FRESH_MS.hidden : FRESH_MS.known
    if (stored.checkedAt.getTime() > at.getTime() - freshMs) return stored.account
  }
  const [player] = await queries.select({ steamid: players.steamid }).from(players).where(eq(players.id, playerId))
  if (player === undefined) throw new Error(`There is no player ${playerId}`)
  try {
    const { createdMs, ...rest } = withWhatIsKnown(await ask(player.steamid), stored?.account)
    const row = { playerId, checkedAt: at, createdAt: createdMs === null ? null : new Date(createdMs), ...rest }
    await queries.insert(steamAccounts).values(row).onConflictDoUpdate({ target: steamAccounts.playerId, set: row })
    return { createdMs, ...rest }
  } catch (error) {
    if (!(error instanceof SteamAccountUnknown)) throw error
    log.warn({ player: playerId, reason: error.message }, 'Steam could not be asked about an account')
    return null
  }
}
