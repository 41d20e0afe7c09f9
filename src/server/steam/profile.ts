// Name, avatar and Steam level of a player who signed in. A failure of Steam does not prevent the sign-in: a default profile is
// used.
import { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../base/bounded-request.ts'
import { readChildTexts, XmlRefused } from './profile-xml.ts'

export interface SteamProfile {
  readonly name: string
  /** An https URL at Steam, or a path of this site. */
  readonly avatar: string
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

export const DEFAULT_AVATAR = '/assets/img/players/default.svg'

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
const NAME_CHARACTERS_MAX = 64
const LEVEL_MAX = 100_000

const summariesSchema = z.object({
  response: z.object({
    players: z.array(z.object({ steamid: z.string(), personaname: z.string(), avatarfull: z.string() })).max(10),
  }),
})

const levelSchema = z.object({ response: z.object({ player_level: z.int().min(0).max(LEVEL_MAX).optional() }) })

/** Steam responded with something other than the player's profile. */
class ProfileRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProfileRefused'
  }
}

interface Summary {
  readonly name: string
  readonly avatar: string
}

/** Where Steam is asked, and until when. */
export interface SteamSource {
  readonly hosts: SteamHosts
  readonly fetch: Fetch
  readonly deadline: AbortSignal
}

function fallbackName(steamid: string): string {
  return `Player ${steamid.slice(-4)}`
}

/** Removes control characters and marks of writing direction; returns undefined when nothing visible is left. */
function plainName(name: string): string | undefined {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\s]+/gu, ' ')
    .trim()
  const short = [...plain].slice(0, NAME_CHARACTERS_MAX).join('').trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(short) ? short : undefined
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
  const parsed = summariesSchema.safeParse(reply)
  const player = parsed.data?.response.players.find((candidate) => candidate.steamid === steamid)
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
  return { name: texts.get('steamID') ?? '', avatar: texts.get('avatarFull')?.trim() ?? '' }
}

/**
 * Fetches a player's profile within `timeoutMs` (5,000 by default); never rejects because of Steam.
 *
 * @param options with `apiKey` the Web API is used, which has the level; without it the public profile, which has not. `log`
 * receives what failed, never the key
 * @returns what was found; 'Player 1234' (the end of the steamid), the default avatar and no level for the rest
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
    name: plainName(summary?.name ?? '') ?? fallbackName(steamid),
    avatar: hosts.avatarAddress(summary?.avatar ?? '') ?? DEFAULT_AVATAR,
    level,
  }
}
