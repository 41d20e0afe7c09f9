import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadProfile, STEAM_HOSTS, type SteamHosts, type SteamProfile } from '../../../src/server/steam/profile.ts'
import { SANDBOX_API_KEY, sandboxHosts } from '../../../src/server/steam/stand-in.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { closeServer, listen, openSandbox, PLAYER, type Sandbox } from './sandbox.ts'

const AVATAR = 'https://avatars.akamai.steamstatic.com/15b212855bc63aa40651d31a5239a9285751cf56_full.jpg'
const UNTOLD: SteamProfile = { name: null, avatar: null, level: null }
const NAMELESS = `Player ${PLAYER.slice(-4)}`

let sandbox: Sandbox
let problems: string[] = []
const log = (problem: string): void => void problems.push(problem)

beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  problems = []
  sandbox.asked.length = 0
})

describe('a profile from the stand-in', () => {
  it.each(STAND_IN_PLAYERS)('$name by the Web API, with level', async ({ steamid, name, avatar, level }) => {
    const options = { hosts: sandboxHosts(sandbox.siteUrl), apiKey: SANDBOX_API_KEY, fetch: sandbox.fetch, log }
    expect(await loadProfile(steamid, options)).toEqual({ name, avatar, level })
    expect(problems).toEqual([])
  })

  it.each(STAND_IN_PLAYERS)('$name by the public profile, without level', async ({ steamid, name, avatar }) => {
    const options = { hosts: sandboxHosts(sandbox.siteUrl), fetch: sandbox.fetch, log }
    expect(await loadProfile(steamid, options)).toEqual({ name, avatar, level: null })
    expect(problems).toEqual([])
  })

  it('somebody unknown, or a wrong key: nothing, and one log line without the key', async () => {
    const options = { hosts: sandboxHosts(sandbox.siteUrl), fetch: sandbox.fetch, log }
    expect(await loadProfile('76561197960287930', options)).toEqual(UNTOLD)
    expect(await loadProfile(PLAYER, { ...options, apiKey: 'a-wrong-key' })).toEqual(UNTOLD)
    expect(problems).toHaveLength(3)
    expect(problems.join()).not.toContain('a-wrong-key')
  })
})

describe('a profile from a Steam with arbitrary answers', () => {
  let server: Server | undefined
  afterEach(async () => {
    if (server !== undefined) await closeServer(server)
    server = undefined
  })

  async function load(
    listener: RequestListener,
    options: { apiKey?: string; timeoutMs?: number } = {},
  ): Promise<SteamProfile> {
    server = createServer(listener)
    const base = await listen(server)
    const hosts: SteamHosts = { ...STEAM_HOSTS, community: base, webApi: base }
    return loadProfile(PLAYER, { hosts, fetch: sandbox.fetch, log, ...options })
  }

  const profile = (inner: string, steamid = PLAYER): string =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><profile>\n<steamID64>${steamid}</steamID64>${inner}</profile>`
  const named = (name: string): string =>
    profile(`<steamID>${name}</steamID><avatarFull><![CDATA[${AVATAR}]]></avatarFull>`)
  const send = (body: string): RequestListener => {
    return (_request, reply) => reply.end(body)
  }

  it.each([
    ['a name in CDATA', '<![CDATA[Tom & <b>Jerry</b>]]>', 'Tom & <b>Jerry</b>'],
    ['a name with entities', 'Tom &amp; &lt;J&gt; &#x1F680;&#33;', 'Tom & <J> 🚀!'],
    ['control characters and line breaks', '<![CDATA[ a\u0007b\n\n c\u202Ed ]]>', 'a b c d'],
    ['more than 64 letters', `<![CDATA[${'🚀'.repeat(80)}]]>`, '🚀'.repeat(64)],
    ['nothing visible', '<![CDATA[\u200B\u200D ]]>', NAMELESS],
    ['no name, as of a profile that was never set up', '', null],
    ['a line break', '<![CDATA[\n]]>', null],
  ])('%s', async (_what, name, expected) => {
    expect(await load(send(named(name)))).toEqual({ name: expected, avatar: AVATAR, level: null })
    expect(problems).toEqual([])
  })

  it('ignores markup in a name, and the groups below', async () => {
    const evil = '<avatarFull>https://evil.example/a.jpg</avatarFull>'
    const groups =
      '<groups><group><steamID>group</steamID><avatarFull>https://evil.example/g.jpg</avatarFull></group></groups>'
    const body = profile(`${groups}<steamID><![CDATA[${evil}]]></steamID><avatarFull>${AVATAR}</avatarFull>`)
    expect(await load(send(body))).toEqual({ name: evil, avatar: AVATAR, level: null })
  })

  it.each([
    ['an error', '<response><error>gone</error></response>'],
    ['another player', profile('<steamID>Eve</steamID>', '76561197960287930')],
    ['a DOCTYPE with an entity', `<!DOCTYPE profile [<!ENTITY a "b">]>${profile('<steamID>&a;</steamID>')}`],
    ['an unknown entity', named('&nbsp;')],
    ['a bare ampersand', named('Tom & Jerry')],
    ['a truncated document', named('Eve').slice(0, -20)],
    ['a name twice', profile('<steamID>a</steamID><steamID>b</steamID>')],
    ['elements that cross', profile('<a><b></a></b>')],
    ['depth without end', `<profile>${'<a>'.repeat(5000)}`],
    ['two roots', named('Eve') + named('Eve')],
    ['a page', '<!doctype html><title>Steam</title>'],
    ['more than 512 KB', named('Eve') + ' '.repeat(524_288)],
    ['nothing', ''],
  ])('%s is not a profile', async (_what, body) => {
    expect(await load(send(body))).toEqual(UNTOLD)
    expect(problems).toHaveLength(1)
  })

  it('follows Steam once to the player’s custom URL, and nowhere else', async () => {
    const vanity: RequestListener = (request, reply) => {
      if (request.url?.startsWith('/profiles/')) reply.writeHead(302, { location: '/id/captain_x/?xml=1' }).end()
      else if (request.url === '/id/captain_x/?xml=1') reply.end(named('Captain'))
      else reply.writeHead(404).end()
    }
    expect(await load(vanity)).toMatchObject({ name: 'Captain' })
  })

  it.each(['https://evil.example/id/x', '/login', '/id/', '//evil.example/id/x', ''])(
    'does not follow it to %j',
    async (location) => {
      expect(await load((_request, reply) => reply.writeHead(302, { location }).end(named('Eve')))).toEqual(UNTOLD)
      expect(sandbox.asked).toHaveLength(1)
    },
  )

  it.each([429, 403, 500, 503])('ignores the body of an answer with status %d', async (status) => {
    const answer: RequestListener = (_request, reply) => reply.writeHead(status).end(named('Eve'))
    expect(await load(answer)).toEqual(UNTOLD)
    expect(await load(answer, { apiKey: SANDBOX_API_KEY })).toEqual(UNTOLD)
    expect(problems.join()).toContain(String(status))
  })

  it('waits no longer than its limit', async () => {
    expect(await load(() => undefined, { timeoutMs: 100 })).toEqual(UNTOLD)
    expect(problems).toEqual([expect.stringContaining('no answer in time')])
  })

  it('keeps the name when only the level fails', async () => {
    const player = { steamid: PLAYER, personaname: 'Vega', avatarfull: AVATAR }
    const answers: RequestListener = (request, reply) => {
      if (request.url?.startsWith('/ISteamUser/')) reply.end(JSON.stringify({ response: { players: [player] } }))
      else reply.writeHead(500).end()
    }
    expect(await load(answers, { apiKey: 'k' })).toEqual({ name: 'Vega', avatar: AVATAR, level: null })
    expect(problems).toEqual([expect.stringContaining('Steam level of')])
  })

  it.each([
    ['no name', { avatarfull: AVATAR }, { name: null, avatar: AVATAR }],
    ['an empty name', { personaname: '', avatarfull: AVATAR }, { name: null, avatar: AVATAR }],
    ['a name that is no text', { personaname: 7, avatarfull: AVATAR }, { name: null, avatar: AVATAR }],
    ['no avatar', { personaname: 'Vega' }, { name: 'Vega', avatar: null }],
    ['an empty avatar', { personaname: 'Vega', avatarfull: '' }, { name: 'Vega', avatar: null }],
    [
      'an avatar elsewhere',
      { personaname: 'Vega', avatarfull: 'https://x.example/a.jpg' },
      { name: 'Vega', avatar: null },
    ],
    ['an invisible name', { personaname: '\u3164' }, { name: NAMELESS, avatar: null }],
  ])('of %s keeps the rest', async (_, fields, expected) => {
    const players = [{ steamid: 7 }, null, { steamid: PLAYER, ...fields }]
    expect(await load(send(JSON.stringify({ response: { players, player_level: 4 } })), { apiKey: 'k' })).toEqual({
      ...expected,
      level: 4,
    })
  })

  it.each([
    '{',
    'null',
    '<!DOCTYPE html><title>Steam Maintenance</title>',
    '{"response":{}}',
    '{"response":{"players":[{}]}}',
    '{"response":{"players":[]}}',
    '{"response":{"players":[{"steamid":"1","personaname":"a","avatarfull":"b"}],"player_level":-1}}',
  ])('ignores %s', async (body) => {
    expect(await load(send(body), { apiKey: 'k' })).toEqual(UNTOLD)
  })
})

describe('addresses of avatars', () => {
  it.each([
    AVATAR,
    'https://avatars.steamstatic.com/a_full.jpg',
    'https://avatars.fastly.steamstatic.com/a_full.jpg',
    'https://cdn.cloudflare.steamstatic.com/steamcommunity/public/images/avatars/a.jpg',
    'https://steamcdn-a.akamaihd.net/steamcommunity/public/images/avatars/a.jpg',
  ])('at Steam are accepted: %s', (address) => {
    expect(STEAM_HOSTS.avatarAddress(address)).toBe(address)
  })

  it.each([
    'http://avatars.steamstatic.com/a.jpg',
    'https://avatars.steamstatic.com.evil.example/a.jpg',
    'https://evil.example/avatars.steamstatic.com/a.jpg',
    'https://avatars.steamstatic.com@evil.example/a.jpg',
    'https://avatars.a.b.steamstatic.com/a.jpg',
    'https://avatars.steamstatic.com:8443/a.jpg',
    'https://user@avatars.steamstatic.com/a.jpg',
    'javascript:alert(1)',
    '/assets/a.svg',
    '',
  ])('elsewhere are refused: %j', (address) => {
    expect(STEAM_HOSTS.avatarAddress(address)).toBeUndefined()
  })

  it('lose their query and fragment', () => {
    expect(STEAM_HOSTS.avatarAddress(`${AVATAR}?a"b#c`)).toBe(AVATAR)
  })
})
