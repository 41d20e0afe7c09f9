// Name, avatar and Steam level of a player who signed in. A failure of Steam does not prevent the sign-in: what it did not tell is
// null, and the player keeps what is known.
import { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../network/bounded-request.ts'
import { fallbackName, visibleName } from './profile-name.ts'
import { readChildTexts, XmlRefused } from './profile-xml.ts'

/** What Steam told of a player; null for what it did not. */
export interface SteamProfile {
  /** 'Player 1234' for a name that shows nothing. */
  readonly name: string | null
  /** An https URL at Steam, or a path of this site. */
  readonly avatar: string | null
  /** Null when Steam does not publish it. */
  readonly level: number | null
}

/** The sources of Steam profiles. */
export interface SteamHosts {
  readonly community: string
  readonly webApi: string
  /** Returns the URL of an avatar in its plain form; undefined when it is not on a host of avatars. */
  readonly avatarAddress: (address: string) => string | undefined
}

const AVATAR_HOST = /^(?:(?:avatars|cdn)(?:\.[a-z0-9-]{1,32})?\.steamstatic\.com|steamcdn-a\.akamaihd\.net)$/

function steamAvatarAddress(address: string): string | undefined {
  const parsed = URL.parse(address)
  if (parsed === null || parsed.protocol !== 'https:' || parsed.port !== '' || parsed.username !== '') return undefined
  if (!AVATAR_HOST.test(parsed.hostname) || parsed.href.length > 300) return undefined
  return `${parsed.origin}${parsed.pathname}`
}

export const STEAM_HOSTS: SteamHosts = {
  community: 'https://steamcommunity.com',
  webApi: 'https://api.steampowered.com',
  avatarAddress: steamAvatarAddress,
}

const PROFILE_TIMEOUT_MS = 5000
const SUMMARY_BYTES_MAX = 65_536
/** A public profile contains all groups of the player. */
const XML_BYTES_MAX = 524_288
const LEVEL_MAX = 100_000

/** Every field but the id may be missing, and none of another player matters. */
const summarySchema = z.object({
  steamid: z.string(),
  personaname: z.string().optional().catch(undefined),
  avatarfull: z.string().optional().catch(undefined),
})

const summariesSchema = z.object({ response: z.object({ players: z.array(z.unknown()).max(10) }) })

const levelSchema = z.object({ response: z.object({ player_level: z.int().min(0).max(LEVEL_MAX).optional() }) })

/** Steam responded with something other than the player's profile. */
class ProfileRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProfileRefused'
  }
}

interface Summary {
  readonly name: string | undefined
  readonly avatar: string | undefined
}

/** Where Steam is asked, and until when. */
export interface SteamSource {
  readonly hosts: SteamHosts
  readonly fetch: Fetch
  readonly deadline: AbortSignal
}

async function read(
  source: SteamSource,
  address: string,
  bytesMax: number,
): Promise<{ text: string; location: string | null }> {
  const limits = { deadline: source.deadline, bytesMax }
  const reply = await requestText(source.fetch, address, { method: 'GET' }, limits)
  const moved = reply.status === 301 || reply.status === 302
  if (reply.status !== 200 && !moved) throw new ProfileRefused(`status ${reply.status}`)
  return { text: reply.text, location: moved ? (reply.location ?? '') : null }
}

/** Reads a document of the Web API. Throws when it is no JSON. */
export async function readJson(source: SteamSource, path: string, query: Record<string, string>): Promise<unknown> {
  const address = `${source.hosts.webApi}${path}?${new URLSearchParams(query)}`
  const { text, location } = await read(source, address, SUMMARY_BYTES_MAX)
  if (location !== null) throw new ProfileRefused('moved')
  try {
    return JSON.parse(text)
  } catch {
    throw new ProfileRefused('no JSON')
  }
}

async function summaryByKey(source: SteamSource, steamid: string, key: string): Promise<Summary> {
  const reply = await readJson(source, '/ISteamUser/GetPlayerSummaries/v0002/', { key, steamids: steamid })
  const players = summariesSchema.safeParse(reply).data?.response.players ?? []
  const player = players
    .map((candidate) => summarySchema.safeParse(candidate).data)
    .find((candidate) => candidate?.steamid === steamid)
  if (player === undefined) throw new ProfileRefused('no such player')
  return { name: player.personaname, avatar: player.avatarfull }
}

async function levelByKey(source: SteamSource, steamid: string, key: string): Promise<number | null> {
  const parsed = levelSchema.safeParse(await readJson(source, '/IPlayerService/GetSteamLevel/v1/', { key, steamid }))
  if (!parsed.success) throw new ProfileRefused('no level')
  return parsed.data.response.player_level ?? null
}

/** Returns the address below /id/ of a player with a custom URL: Steam redirects there once; other redirects are not followed. */
function vanityAddress(source: SteamSource, from: string, location: string): string {
  const prefix = `${source.hosts.community}/id/`
  const target = URL.parse(location, from)
  const name = target?.href.startsWith(prefix)
    ? /^[A-Za-z0-9_-]{1,64}/.exec(target.href.slice(prefix.length))?.[0]
    : undefined
  if (name === undefined) throw new ProfileRefused('moved elsewhere')
  return `${prefix}${name}/?xml=1`
}

/** Reads the texts of the public profile. Throws when it is not that of this player. */
export async function publicTexts(source: SteamSource, steamid: string): Promise<ReadonlyMap<string, string>> {
  const address = `${source.hosts.community}/profiles/${steamid}/?xml=1`
  let page = await read(source, address, XML_BYTES_MAX)
  if (page.location !== null) page = await read(source, vanityAddress(source, address, page.location), XML_BYTES_MAX)
  if (page.location !== null) throw new ProfileRefused('moved twice')
  const texts = readChildTexts(page.text, 'profile')
  if (texts.get('steamID64')?.trim() !== steamid) throw new ProfileRefused('somebody else')
  return texts
}

async function summaryInPublic(source: SteamSource, steamid: string): Promise<Summary> {
  const texts = await publicTexts(source, steamid)
  return { name: texts.get('steamID'), avatar: texts.get('avatarFull')?.trim() }
}

/** Returns the name to store; null for none, such as that of a profile that was never set up. */
function nameIn(summary: Summary | null, steamid: string): string | null {
  const name = summary?.name?.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '') ?? ''
  return name === '' ? null : (visibleName(name) ?? fallbackName(steamid))
}

/**
 * Fetches a player's profile within `timeoutMs` (5,000 by default); never rejects because of Steam.
 *
 * @param options with `apiKey` the Web API is used, which has the level; without it the public profile, which has not. `log`
 * receives what failed, never the key
 * @returns what was found, null for the rest
 */
export async function loadProfile(
  steamid: string,
  options: {
    readonly hosts: SteamHosts
    readonly apiKey?: string | undefined
    readonly fetch: Fetch
    readonly log: (problem: string) => void
    readonly timeoutMs?: number
  },
): Promise<SteamProfile> {
  const { hosts, apiKey, fetch, log } = options
  const source: SteamSource = { hosts, fetch, deadline: AbortSignal.timeout(options.timeoutMs ?? PROFILE_TIMEOUT_MS) }
  const orNull = async <T>(what: string, reading: Promise<T>): Promise<T | null> => {
    try {
      return await reading
    } catch (error) {
      const expected = error instanceof RequestFailed || error instanceof ProfileRefused || error instanceof XmlRefused
      if (!expected) throw error
      log(`Steam ${what} of ${steamid}: ${error.message}`)
      return null
    }
  }
  const [summary, level] = await Promise.all([
    orNull('profile', apiKey === undefined ? summaryInPublic(source, steamid) : summaryByKey(source, steamid, apiKey)),
    apiKey === undefined ? null : orNull('level', levelByKey(source, steamid, apiKey)),
  ])
  return {
    name: nameIn(summary, steamid),
    avatar: hosts.avatarAddress(summary?.avatar ?? '') ?? null,
    level,
  }
}
