// The sandbox's stand-in for Steam, on the same server: sign-in (OpenID 2.0), public profiles and two calls of the Web API. As
// strict as Steam, so that both accept the same requests. Live mode never loads this file.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../game/base/language.ts'
import { acceptForms, formText } from '../stand-in/form-bodies.ts'
import { protectReplies, sendDocument } from '../stand-in/replies.ts'
import type { SteamHosts } from './profile.ts'
import { OPENID_NS, type OpenIdProvider, STEAM } from './provider.ts'
import { standInPage } from './stand-in-page.ts'
import { STAND_IN_PLAYERS, type StandInPlayer, standInPlayer } from './stand-in-players.ts'
import { createStandInSigner, type StandInSigner } from './stand-in-signatures.ts'

const MOUNT = '/sandbox/steam'
const FORM_BYTES_MAX = 16_384

/** The only key that the stand-in's Web API accepts. It protects nothing. */
export const SANDBOX_API_KEY = 'sandbox'

/** When the accounts of the stand-in's players were made: 2015, and a new one a month ago. */
const CREATED_SECONDS = 1_420_070_400
const MONTH_SECONDS = 30 * 86_400

/**
 * Returns the stand-in as an OpenID provider.
 *
 * @param siteUrl the site's public URL
 */
export function sandboxProvider(siteUrl: string): OpenIdProvider {
  const endpoint = `${new URL(siteUrl).origin}${MOUNT}/openid/login`
  return {
    endpoint,
    checkAddress: endpoint,
    claimedIdPrefix: STEAM.claimedIdPrefix,
  }
}

/** Returns the stand-in as the source of profiles; `siteUrl` as in `sandboxProvider`. */
export function sandboxHosts(siteUrl: string): SteamHosts {
  const base = `${new URL(siteUrl).origin}${MOUNT}`
  const avatars = new Set(STAND_IN_PLAYERS.map((player) => player.avatar))
  return { community: base, webApi: base, avatarAddress: (address) => (avatars.has(address) ? address : undefined) }
}

export interface SteamStandInOptions {
  readonly siteUrl: string
  readonly languageOf: (request: FastifyRequest) => Language
  readonly now: () => number
}

/** Parses a query or a form; undefined when a field is repeated. */
function readOnce(text: string): URLSearchParams | undefined {
  const fields = new URLSearchParams(text)
  const names = [...fields.keys()]
  return new Set(names).size === names.length ? fields : undefined
}

function queryOf(request: FastifyRequest): string {
  const { url } = request.raw
  const at = url?.indexOf('?') ?? -1
  return url === undefined || at < 0 ? '' : url.slice(at + 1)
}

/** Returns the return address when realm and address are this site's own: no other address is redirected to. */
function ownReturnAddress(fields: URLSearchParams, origin: string): string | undefined {
  const returnTo = fields.get('openid.return_to') ?? ''
  const address = URL.parse(returnTo)
  const isOwn =
    fields.get('openid.realm') === origin &&
    address?.origin === origin &&
    address.href === returnTo &&
    address.hash === ''
  return isOwn ? returnTo : undefined
}

function withFields(address: string, fields: URLSearchParams): string {
  return `${address}${address.includes('?') ? '&' : '?'}${fields}`
}

function refuse(reply: FastifyReply, status: number, problem: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(`${problem}\n`)
}

const SETUP_FIELDS: Readonly<Record<string, string | undefined>> = {
  'openid.ns': OPENID_NS,
  'openid.mode': 'checkid_setup',
  'openid.return_to': undefined,
  'openid.realm': undefined,
  'openid.identity': `${OPENID_NS}/identifier_select`,
  'openid.claimed_id': `${OPENID_NS}/identifier_select`,
}

function isSetup(fields: URLSearchParams): boolean {
  const expected = Object.entries(SETUP_FIELDS)
  return (
    fields.size === expected.length &&
    expected.every(([name, value]) => fields.has(name) && (value === undefined || fields.get(name) === value))
  )
}

function signInRoutes(app: FastifyInstance, options: SteamStandInOptions, signer: StandInSigner): void {
  const { origin } = new URL(options.siteUrl)
  const { endpoint, claimedIdPrefix } = sandboxProvider(options.siteUrl)

  app.get('/openid/login', (request, reply) => {
    const fields = readOnce(queryOf(request))
    const returnTo = fields !== undefined && isSetup(fields) ? ownReturnAddress(fields, origin) : undefined
    if (returnTo === undefined) return refuse(reply, 400, 'This is no sign-in request of this site.')
    const language = options.languageOf(request)
    const form = { action: `${MOUNT}/openid/choose`, fields: { 'openid.return_to': returnTo, 'openid.realm': origin } }
    return sendDocument(reply, standInPage(language, form))
  })

  app.post('/openid/choose', (request, reply) => {
    const fields = readOnce(formText(request))
    const returnTo = fields?.size === 3 ? ownReturnAddress(fields, origin) : undefined
    const choice = fields?.get('player') ?? ''
    const player = standInPlayer(choice)
    if (returnTo === undefined || (player === undefined && choice !== 'cancel'))
      return refuse(reply, 400, 'This is no choice of this page.')
    const answer =
      player === undefined
        ? new URLSearchParams({ 'openid.ns': OPENID_NS, 'openid.mode': 'cancel' })
        : signer.sign({ endpoint, claimedId: `${claimedIdPrefix}${player.steamid}`, returnTo })
    return reply.redirect(withFields(returnTo, answer), 303)
  })

  app.post('/openid/login', (request, reply) => {
    const question = readOnce(formText(request))
    if (question?.get('openid.mode') !== 'check_authentication')
      return refuse(reply, 400, `ns:${OPENID_NS}\nerror:unknown mode`)
    return reply.type('text/plain; charset=utf-8').send(`ns:${OPENID_NS}\nis_valid:${signer.confirm(question)}\n`)
  })
}

const NO_PROFILE = '<response><error>The specified profile could not be found.</error></response>\n'

function profileXml(player: StandInPlayer): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<profile>
  <steamID64>${player.steamid}</steamID64>
  <steamID><![CDATA[${player.name}]]></steamID>
  <privacyState>public</privacyState>
  <avatarFull><![CDATA[${player.avatar}]]></avatarFull>
</profile>
`
}

function profileRoutes(app: FastifyInstance, now: () => number): void {
  app.get<{ Params: { steamid: string } }>('/profiles/:steamid/', (request, reply) => {
    if (queryOf(request) !== 'xml=1') return refuse(reply, 404, 'Only ?xml=1 is here.')
    const player = standInPlayer(request.params.steamid)
    return reply.type('text/xml; charset=utf-8').send(player === undefined ? NO_PROFILE : profileXml(player))
  })

  app.get('/ISteamUser/GetPlayerSummaries/v0002/', (request, reply) => {
    const query = readOnce(queryOf(request))
    if (query?.get('key') !== SANDBOX_API_KEY) return refuse(reply, 403, 'Forbidden')
    const wanted = (query.get('steamids') ?? '').split(',').slice(0, 100)
    const players = STAND_IN_PLAYERS.filter((player) => wanted.includes(player.steamid))
    const found = players.map(({ steamid, name, avatar, isNew }) => ({
      steamid,
      personaname: name,
      avatarfull: avatar,
      communityvisibilitystate: 3,
      timecreated: isNew ? Math.floor(now() / 1000) - MONTH_SECONDS : CREATED_SECONDS,
    }))
    return reply.type('application/json').send({ response: { players: found } })
  })

  app.get('/ISteamUser/GetPlayerBans/v1/', (request, reply) => {
    const query = readOnce(queryOf(request))
    if (query?.get('key') !== SANDBOX_API_KEY) return refuse(reply, 403, 'Forbidden')
    const wanted = (query.get('steamids') ?? '').split(',').slice(0, 100)
    const players = STAND_IN_PLAYERS.filter((player) => wanted.includes(player.steamid))
    const found = players.map(({ steamid }) => ({ SteamId: steamid, EconomyBan: 'none' }))
    return reply.type('application/json').send({ players: found })
  })

  app.get('/IPlayerService/GetSteamLevel/v1/', (request, reply) => {
    const query = readOnce(queryOf(request))
    if (query?.get('key') !== SANDBOX_API_KEY) return refuse(reply, 403, 'Forbidden')
    const level = standInPlayer(query.get('steamid') ?? '')?.level ?? null
    return reply.type('application/json').send({ response: level === null ? {} : { player_level: level } })
  })
}

/**
 * The plugin; register it with the prefix `/sandbox/steam`. Its forms have no CSRF header, because their visitors are not signed
 * in.
 */
export async function steamStandIn(app: FastifyInstance, options: SteamStandInOptions): Promise<void> {
  const signer = createStandInSigner({ now: options.now })
  acceptForms(app, FORM_BYTES_MAX)
  protectReplies(app)
  signInRoutes(app, options, signer)
  profileRoutes(app, options.now)
}
