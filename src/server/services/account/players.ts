// Players: made at their first sign-in with account, seeds and, in the sandbox, play money; identified by their Steam id.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { SANDBOX_BALANCE } from '../../../game/base/economy.ts'
import { expOfSpending, levelOf } from '../../../game/base/levels.ts'
import { cents } from '../../../game/base/money.ts'
import type { Campaign } from '../../../game/rewards/campaign.ts'
import type { CurrentUser } from '../../../protocol/user.ts'
import type { SiteEvents } from '../../base/events.ts'
import type { Database, Queries } from '../../db/database.ts'
import { accounts, players } from '../../db/schema.ts'
import { bans } from '../../db/schema-operations.ts'
import { consents, playerCampaigns } from '../../db/schema-sessions.ts'
import { TRANSACTION } from '../../db/snapshot.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import { fallbackName } from '../../steam/profile-name.ts'
import type { Switches } from '../calls/switches.ts'
import { openAccount, payPlayer } from '../money/pay.ts'
import { storeNotification } from '../notices/notifications.ts'
import { giveSeeds, UNSEEDED_COMMIT } from '../rolls/seeds.ts'

/** A player's profile at Steam or in the sandbox; null for what Steam did not tell. */
export interface Profile {
  readonly steamid: string
  readonly name: string | null
  readonly avatar: string | null
  readonly level: number | null
}

export interface Consent {
  readonly termsVersion: string
  readonly adult: boolean
  readonly address: string
  readonly at: Date
}

export interface Players {
  /**
   * Makes the player or updates what the profile has: what is known stays where Steam did not tell. Returns the player's id. Of a banned player, who is refused at the next step, nothing
   * is stored: their name may have been erased.
   *
   * @param campaign by which link a newcomer came; of a known player it is not stored
   * @throws RefusalError 'switched-off' for a newcomer while sign-ups are switched off
   */
  upsertPlayer(profile: Profile, consent: Consent | null, campaign?: Campaign | null): Promise<number>
  /**
   * Returns the player for the interface; undefined for an unknown id.
   *
   * @param terms the version of the terms in force: a player who has agreed to another one last is asked; nobody is without it
   */
  currentUser(playerId: number, terms?: string): Promise<CurrentUser | undefined>
  /** Stores that a signed-in player agrees to a version of the terms. Their age was confirmed when they signed in. */
  agree(playerId: number, consent: Omit<Consent, 'adult'>): Promise<void>
}

/** The version of the terms that a player has agreed to last; null for one who never signed in. */
const AGREED_TERMS = sql<string | null>`(
  select terms_version from consents where player_id = ${players.id} order by id desc limit 1)`

const DEFAULT_AVATAR = '/assets/img/players/default.svg'

interface Made {
  readonly id: number
  readonly transaction: string
}

async function makePlayer(tx: Queries, profile: Profile, playMoney: boolean, house: boolean): Promise<Made | null> {
  const [made] = await tx
    .insert(players)
    .values({
      steamid: profile.steamid,
      username: profile.name ?? fallbackName(profile.steamid),
      avatar: profile.avatar ?? DEFAULT_AVATAR,
      steamLevel: profile.level,
      house,
      // Bots are what a new sandbox has to show.
      onBoards: house,
    })
    .onConflictDoNothing({ target: players.steamid })
    .returning({ id: players.id, transaction: sql<string>`${sql.raw(TRANSACTION)}` })
  if (made === undefined) return null
  await openAccount(tx, made.id)
  await giveSeeds(tx, made.id)
  if (playMoney) {
    await payPlayer(tx, {
      from: HOUSE_ACCOUNTS.sandbox,
      playerId: made.id,
      amount: SANDBOX_BALANCE,
      locked: cents(0),
      kind: 'grant',
      reference: 'welcome',
    })
    await storeNotification(tx, made.id, { kind: 'welcome', amounts: { amount: SANDBOX_BALANCE }, link: null })
  }
  return made
}

/** Returns the id of the banned player with a Steam ID; null for none. */
async function bannedAs(tx: Queries, steamid: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: players.id })
    .from(players)
    .innerJoin(bans, and(eq(bans.playerId, players.id), isNull(bans.liftedAt)))
    .where(eq(players.steamid, steamid))
  return row?.id ?? null
}

async function refreshPlayer(tx: Queries, profile: Profile): Promise<number> {
  const [known] = await tx
    .update(players)
    .set({
      username: profile.name ?? sql`${players.username}`,
      avatar: profile.avatar ?? sql`${players.avatar}`,
      steamLevel: profile.level ?? sql`${players.steamLevel}`,
    })
    .where(eq(players.steamid, profile.steamid))
    .returning({ id: players.id })
  if (known === undefined) throw new Error(`Player ${profile.steamid} was neither created nor found`)
  return known.id
}

/** Makes the players over a database. `playMoney` makes it a sandbox. */
export function createPlayers(deps: {
  db: Database
  events: SiteEvents
  playMoney: boolean
  switches: Pick<Switches, 'off' | 'assertOn'>
}): Players {
  return {
    upsertPlayer: async (profile, consent, campaign = null) => {
      const { id, made } = await deps.db.transaction(async (tx) => {
        const banned = await bannedAs(tx, profile.steamid)
        if (banned !== null) return { id: banned, made: null }
        const isClosed = consent !== null && deps.switches.off('sign_ups') !== null
        if (isClosed && (await tx.$count(players, eq(players.steamid, profile.steamid))) === 0)
          deps.switches.assertOn('sign_ups')
        const made = await makePlayer(tx, profile, deps.playMoney, consent === null)
        const id = made?.id ?? (await refreshPlayer(tx, profile))
        if (made !== null && campaign !== null) await tx.insert(playerCampaigns).values({ playerId: id, ...campaign })
        if (consent !== null) await tx.insert(consents).values({ playerId: id, ...consent })
        return { id, made }
      })
      if (made !== null) deps.events.emit('joined', made.transaction)
      return id
    },
    agree: async (playerId, consent) => {
      await deps.db.queries.insert(consents).values({ playerId, adult: true, ...consent })
    },
    currentUser: async (playerId, terms) => {
      const [row] = await deps.db.queries
        .select({
          player: players,
          balance: accounts.balance,
          spent: accounts.spent,
          unseeded: UNSEEDED_COMMIT,
          agreed: AGREED_TERMS,
        })
        .from(players)
        .innerJoin(accounts, eq(accounts.id, players.id))
        .where(eq(players.id, playerId))
      if (row === undefined) return undefined
      const exp = expOfSpending(cents(row.spent))
      return {
        id: row.player.id,
        username: row.player.username,
        steamid: row.player.steamid,
        avatar: row.player.avatar,
        balance: row.balance ?? 0,
        tradeLink: row.player.tradeLink,
        lvl: levelOf(exp),
        exp,
        realityMinutes: row.player.realityMinutes,
        unseeded: row.unseeded,
        // Bots and players of a test have never been asked.
        termsAsked: terms === undefined || row.agreed === null || row.agreed === terms ? null : terms,
      }
    },
  }
}
