// What Steam says of an account: its age, privacy, limits and bans from trading.
import { z } from 'zod'
import type { SteamAccount } from '../../game/base/steam-account.ts'
import type { Fetch } from '../network/bounded-request.ts'
import { publicTexts, readJson, type SteamHosts, type SteamSource } from './profile.ts'

const TIMEOUT_MS = 5_000

/** 3 is a public profile; every other number hides something. */
const PUBLIC = 3

const summarySchema = z.object({
  response: z.object({
    players: z
      .array(z.object({ steamid: z.string(), communityvisibilitystate: z.int(), timecreated: z.int().optional() }))
      .max(10),
  }),
})

const bansSchema = z.object({ players: z.array(z.object({ SteamId: z.string(), EconomyBan: z.string() })).max(10) })

/** Steam did not say what an account is; the message holds no key. */
export class SteamAccountUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SteamAccountUnknown'
  }
}

export interface SteamAccountOptions {
  readonly hosts: SteamHosts
  readonly apiKey: string | undefined
  readonly fetch: Fetch
  readonly timeoutMs?: number
}

async function read(source: SteamSource, steamid: string, key: string): Promise<SteamAccount> {
  const [summaries, bans, texts] = await Promise.all([
    readJson(source, '/ISteamUser/GetPlayerSummaries/v0002/', { key, steamids: steamid }),
    readJson(source, '/ISteamUser/GetPlayerBans/v1/', { key, steamids: steamid }),
    publicTexts(source, steamid),
  ])
  const summary = summarySchema.parse(summaries).response.players.find((player) => player.steamid === steamid)
  const ban = bansSchema.parse(bans).players.find((player) => player.SteamId === steamid)
  if (summary === undefined || ban === undefined) throw new SteamAccountUnknown('Steam does not know the account')
  return {
    createdMs: summary.timecreated === undefined ? null : summary.timecreated * 1000,
    isPrivate: summary.communityvisibilitystate !== PUBLIC,
    // A private profile does not say it; it is checked by a person anyway.
    isLimited: texts.get('isLimitedAccount')?.trim() === '1',
    isTradeBanned: ban.EconomyBan !== 'none' || !['None', undefined].includes(texts.get('tradeBanState')?.trim()),
  }
}

/**
 * Asks Steam about an account.
 *
 * @throws SteamAccountUnknown when it did not answer within `timeoutMs` (5,000 by default), or there is no key
 */
export async function readSteamAccount(steamid: string, options: SteamAccountOptions): Promise<SteamAccount> {
  const { hosts, apiKey, fetch, timeoutMs = TIMEOUT_MS } = options
  if (apiKey === undefined) throw new SteamAccountUnknown('there is no STEAM_API_KEY')
  try {
    return await read({ hosts, fetch, deadline: AbortSignal.timeout(timeoutMs) }, steamid, apiKey)
  } catch (error) {
    if (error instanceof SteamAccountUnknown) throw error
    throw new SteamAccountUnknown(`Steam: ${error instanceof Error ? error.name : 'unknown'}`, { cause: error })
  }
}
