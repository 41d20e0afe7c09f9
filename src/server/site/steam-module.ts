// The Steam module: the real Steam, or in the sandbox a stand-in on this same server with the same protocol.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Language } from '../../game/base/language.ts'
import type { SteamAccount } from '../../game/base/steam-account.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { steamClaims } from '../db/schema-sessions.ts'
import type { Fetch } from '../network/bounded-request.ts'
import { readSteamAccount } from '../steam/account.ts'
import { loadProfile, STEAM_HOSTS, type SteamProfile } from '../steam/profile.ts'
import { STEAM } from '../steam/provider.ts'
import { createSteamSignIn, type SteamSignIn } from '../steam/sign-in.ts'

export interface SteamModule {
  readonly signIn: SteamSignIn
  readonly profileOf: (steamid: string) => Promise<SteamProfile>
  /** Asks Steam about an account; throws SteamAccountUnknown. */
  readonly accountOf: (steamid: string) => Promise<SteamAccount>
  /** The stand-in's pages; undefined in live mode, where its code is not even loaded. */
  readonly standIn: FastifyPluginAsync<{ languageOf: (request: FastifyRequest) => Language }> | undefined
}

export interface SteamModuleOptions {
  readonly config: Config & { readonly secret: string }
  readonly db: Database
  readonly now: () => number
  readonly warn: (problem: string) => void
  /** Reaches the stand-in of a sandbox. */
  readonly fetchStandIn: Fetch
}

function claimOnce(db: Database): (key: string, expiresAt: Date) => Promise<boolean> {
  return async (key, expiresAt) => {
    const claimed = await db.queries.insert(steamClaims).values({ key, expiresAt }).onConflictDoNothing().returning()
    return claimed.length === 1
  }
}

/** Makes the module for the mode of the settings. */
export async function openSteam(options: SteamModuleOptions): Promise<SteamModule> {
  const { config, now } = options
  const common = { siteUrl: config.siteUrl, secret: config.secret, fetch, claimOnce: claimOnce(options.db), now }
  if (config.mode === 'live') {
    const apiKey = config.steamApiKey
    return {
      signIn: createSteamSignIn({ ...common, provider: STEAM }),
      profileOf: (steamid) =>
        loadProfile(steamid, {
          hosts: STEAM_HOSTS,
          ...(apiKey === undefined ? {} : { apiKey }),
          fetch,
          log: options.warn,
        }),
      accountOf: (steamid) => readSteamAccount(steamid, { hosts: STEAM_HOSTS, apiKey, fetch }),
      standIn: undefined,
    }
  }
  const { fetchStandIn } = options
  const { sandboxHosts, sandboxProvider, SANDBOX_API_KEY, steamStandIn } = await import('../steam/stand-in.ts')
  const hosts = sandboxHosts(config.siteUrl)
  return {
    signIn: createSteamSignIn({ ...common, fetch: fetchStandIn, provider: sandboxProvider(config.siteUrl) }),
    profileOf: (steamid) =>
      loadProfile(steamid, { hosts, apiKey: SANDBOX_API_KEY, fetch: fetchStandIn, log: options.warn }),
    accountOf: (steamid) => readSteamAccount(steamid, { hosts, apiKey: SANDBOX_API_KEY, fetch: fetchStandIn }),
    standIn: async (app, { languageOf }) => {
      await app.register(steamStandIn, { siteUrl: config.siteUrl, languageOf, now })
    },
  }
}
