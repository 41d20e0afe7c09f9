import { createServer, type RequestListener, type Server } from 'node:http'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAddress } from '../../../src/server/steam/openid.ts'
import { type OpenIdProvider, STEAM } from '../../../src/server/steam/provider.ts'
import type { SteamSignIn } from '../../../src/server/steam/sign-in.ts'
import { FORGERIES, UNSIGNED_CHANGES } from './forgeries.ts'
import {
  CONFIRMATION,
  closeServer,
  listen,
  NOON,
  OTHER_PLAYER,
  openSandbox,
  PLAYER,
  type Sandbox,
  SECRET,
} from './sandbox.ts'

const YES = 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n'

let sandbox: Sandbox
let permissiveServer: Server
/** A provider that confirms everything: our own checks must refuse before it is asked. */
let permissive: OpenIdProvider

beforeAll(async () => {
  sandbox = await openSandbox()
  // A kept connection that was idle for five seconds would be reset under a call, on a machine that is busy for so long.
  permissiveServer = createServer((_request, reply) => reply.setHeader('connection', 'close').end(YES))
  permissive = { ...sandbox.provider, checkAddress: `${await listen(permissiveServer)}/openid/login` }
})

afterAll(async () => {
  await sandbox.close()
  await closeServer(permissiveServer)
})

beforeEach(() => {
  sandbox.clock.ms = NOON
  sandbox.asked.length = 0
  sandbox.claims.clear()
})

/** A browser that went to Steam, selected a player and returned. */
async function returning(
  signIn: SteamSignIn,
  player = PLAYER,
  back = '/case/orion',
): Promise<{ query: string; cookie: string }> {
  const { address, cookie } = signIn.start(CONFIRMATION, back)
  return { query: await sandbox.choose(address, player), cookie }
}

const VERIFIED = { kind: 'verified', steamid: PLAYER, ...CONFIRMATION, back: '/case/orion' }

describe('the redirect to Steam', () => {
  it('asks Steam to choose the identity, and keeps the port in realm and return_to', () => {
    const address = new URL(signInAddress({ siteUrl: 'http://localhost:4321', state: 'abc', provider: STEAM }))
    expect(address.origin + address.pathname).toBe('https://steamcommunity.com/openid/login')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'checkid_setup',
      'openid.return_to': 'http://localhost:4321/api/auth/steam/return?state=abc',
      'openid.realm': 'http://localhost:4321',
      'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
      'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
    })
  })

  it('sends Steam neither the player’s page nor their confirmations', () => {
    const { address } = sandbox.signIn().start(CONFIRMATION, '/case/orion')
    expect(address).not.toMatch(/orion|2026/)
  })

  it('requires a secret of 32 characters', () => {
    expect(() => sandbox.signIn({ secret: 'short' })).toThrow(RangeError)
  })
})

describe('the return from Steam', () => {
  it('identifies the player whom the provider confirms, with their confirmations', async () => {
    const signIn = sandbox.signIn()
    const { query, cookie } = await returning(signIn)
    expect(await signIn.finish(query, cookie)).toEqual(VERIFIED)
    expect(sandbox.asked).toEqual([sandbox.provider.checkAddress])
    expect(sandbox.claims.size).toBe(2)
  })

  it('accepts an answer five minutes old, and one from a clock a minute ahead', async () => {
    for (const shift of [300_000, -60_000]) {
      sandbox.clock.ms = NOON
      const signIn = sandbox.signIn()
      const { address, cookie } = signIn.start(CONFIRMATION, '/case/orion')
      const query = await sandbox.choose(address, PLAYER)
      sandbox.clock.ms = NOON + shift
      expect(await signIn.finish(query, cookie)).toMatchObject({ kind: 'verified' })
    }
  })

  it('recognises a cancellation without a request', async () => {
    const signIn = sandbox.signIn()
    const { query, cookie } = await returning(signIn, 'cancel')
    expect(await signIn.finish(query, cookie)).toEqual({ kind: 'cancelled', back: '/case/orion' })
    expect(await signIn.finish(query, undefined)).toEqual({ kind: 'cancelled', back: '/' })
    expect(sandbox.asked).toEqual([])
  })
})

describe('a forged answer is refused without a request, although the provider would confirm it', () => {
  it.each(FORGERIES)('$what', async ({ alter, reason }) => {
    const signIn = sandbox.signIn({ provider: permissive })
    const { query, cookie } = await returning(signIn)
    const forged = alter(query)
    expect(forged).not.toBe(query)
    expect(await signIn.finish(forged, cookie)).toEqual({ kind: 'refused', reason })
    expect(sandbox.asked).toEqual([])
    expect(sandbox.claims.size).toBe(0)
    // Only the change was wrong, and the forgery consumed nothing.
    expect(await signIn.finish(query, cookie)).toEqual(VERIFIED)
  })

  it('whichever character changes, no other player is signed in', async () => {
    const signIn = sandbox.signIn({ provider: permissive })
    const { query, cookie } = await returning(signIn)
    const character = fc.oneof(
      fc.constantFrom(...'&=%+.,0123456789'),
      fc.string({ minLength: 0, maxLength: 1, unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(query.length - 1), character, async (at, becomes) => {
        sandbox.claims.clear()
        const result = await signIn.finish(query.slice(0, at) + becomes + query.slice(at + 1), cookie)
        if (result.kind === 'verified') expect(result.steamid).toBe(PLAYER)
        else expect(result.kind).toBe('refused')
      }),
      { numRuns: 400 },
    )
    expect(new Set(sandbox.asked)).toEqual(new Set([permissive.checkAddress]))
  })
})

describe('an answer that only the provider can refute is refused after one request to it', () => {
  it.each(UNSIGNED_CHANGES)('$what', async ({ alter }) => {
    const signIn = sandbox.signIn()
    const { query, cookie } = await returning(signIn)
    expect(await signIn.finish(alter(query), cookie)).toEqual({ kind: 'refused', reason: 'not-confirmed' })
    expect(sandbox.asked).toEqual([sandbox.provider.checkAddress])
    expect(sandbox.claims.size).toBe(0)
  })
})

describe('the state belongs to one browser, for ten minutes, once', () => {
  const refused = (reason: string): unknown => ({ kind: 'refused', reason })
  const cookies: { what: string; reason: string; cookie: (own: string, other: string) => string | undefined }[] = [
    { what: 'a browser without the cookie', reason: 'state-missing', cookie: () => undefined },
    { what: 'an empty cookie', reason: 'state-missing', cookie: () => '' },
    { what: 'the cookie of another sign-in', reason: 'state-mismatch', cookie: (_own, other) => other },
    { what: 'contents of one cookie under the signature of another', reason: 'state-mismatch', cookie: splice },
    { what: 'a cookie without its signature', reason: 'state-mismatch', cookie: (own) => own.split('.')[0] },
    { what: 'a cookie with a changed letter', reason: 'state-mismatch', cookie: (own) => `f${own.slice(1)}` },
    { what: 'a cookie with a suffix', reason: 'state-mismatch', cookie: (own) => `${own}.x` },
    { what: 'a cookie of 10 KB', reason: 'state-mismatch', cookie: (own) => 'A'.repeat(10_000) + own },
  ]

  it.each(cookies)('$what is refused', async ({ cookie, reason }) => {
    const signIn = sandbox.signIn({ provider: permissive })
    const mine = await returning(signIn)
    const other = signIn.start(CONFIRMATION, '/faq')
    expect(await signIn.finish(mine.query, cookie(mine.cookie, other.cookie))).toEqual(refused(reason))
    expect(sandbox.asked).toEqual([])
  })

  it('a cookie made with another secret is refused', async () => {
    const stranger = sandbox.signIn({ provider: permissive, secret: `${SECRET} of somebody else` })
    const { query, cookie } = await returning(stranger)
    expect(await sandbox.signIn({ provider: permissive }).finish(query, cookie)).toEqual(refused('state-mismatch'))
  })

  it('an answer in another browser signs nobody in, because its own sign-in does not match', async () => {
    const signIn = sandbox.signIn()
    const attacker = await returning(signIn, OTHER_PLAYER)
    const victim = signIn.start(CONFIRMATION, '/')
    expect(await signIn.finish(attacker.query, victim.cookie)).toEqual(refused('state-mismatch'))
  })

  it('is refused when ten minutes have passed, and not a millisecond before', async () => {
    for (const [ms, kind] of [
      [599_999, 'verified'],
      [600_000, 'refused'],
    ] as const) {
      sandbox.clock.ms = NOON
      const signIn = sandbox.signIn({ provider: permissive })
      const { address, cookie } = signIn.start(CONFIRMATION, '/')
      sandbox.clock.ms = NOON + 400_000
      const query = await sandbox.choose(address, PLAYER)
      sandbox.clock.ms = NOON + ms
      expect(await signIn.finish(query, cookie)).toMatchObject({
        kind,
        ...(kind === 'refused' && { reason: 'state-expired' }),
      })
    }
  })

  it('serves one answer: a second one for the same state is refused, though genuine', async () => {
    const signIn = sandbox.signIn()
    const { address, cookie } = signIn.start(CONFIRMATION, '/')
    const first = await sandbox.choose(address, PLAYER)
    const second = await sandbox.choose(address, PLAYER)
    expect(await signIn.finish(first, cookie)).toMatchObject({ kind: 'verified' })
    expect(await signIn.finish(second, cookie)).toEqual(refused('state-used'))
  })
})

describe('an answer opens one session', () => {
  it('is refused the second time by the provider', async () => {
    const signIn = sandbox.signIn()
    const { query, cookie } = await returning(signIn)
    expect(await signIn.finish(query, cookie)).toEqual(VERIFIED)
    expect(await signIn.finish(query, cookie)).toEqual({ kind: 'refused', reason: 'not-confirmed' })
  })

  it('is refused the second time by its nonce, when the provider confirms again', async () => {
    const signIn = sandbox.signIn({ provider: permissive })
    const { query, cookie } = await returning(signIn)
    expect(await signIn.finish(query, cookie)).toEqual(VERIFIED)
    expect(await signIn.finish(query, cookie)).toEqual({ kind: 'refused', reason: 'nonce-used' })
  })

  it('opens one session when it is sent twenty times in parallel', async () => {
    const signIn = sandbox.signIn({ provider: permissive })
    const { query, cookie } = await returning(signIn)
    const results = await Promise.all(Array.from({ length: 20 }, () => signIn.finish(query, cookie)))
    expect(results.filter((result) => result.kind === 'verified')).toHaveLength(1)
    expect(results.filter((result) => result.kind === 'refused' && result.reason === 'nonce-used')).toHaveLength(19)
  })
})

describe('the provider’s answer', () => {
  let server: Server | undefined
  let elsewhere: Server | undefined
  let visits = 0

  afterEach(async () => {
    if (server !== undefined) await closeServer(server)
    if (elsewhere !== undefined) await closeServer(elsewhere)
    server = undefined
    elsewhere = undefined
    visits = 0
  })

  async function finishWith(listener: RequestListener, timeoutMs?: number): Promise<unknown> {
    server = createServer(listener)
    const provider = { ...sandbox.provider, checkAddress: `${await listen(server)}/openid/login` }
    const signIn = sandbox.signIn({ provider, ...(timeoutMs !== undefined && { timeoutMs }) })
    const { query, cookie } = await returning(signIn)
    const result = await signIn.finish(query, cookie)
    expect(sandbox.asked).toEqual([provider.checkAddress])
    return result
  }

  const confirmed: Record<string, string> = {
    'both lines': YES,
    'both lines in the other order': 'is_valid:true\nns:http://specs.openid.net/auth/2.0\n',
    'no line break at the end': YES.trimEnd(),
  }
  it.each(Object.entries(confirmed))('is yes when it is %s', async (_what, body) => {
    expect(await finishWith((_request, reply) => reply.end(body))).toEqual(VERIFIED)
  })

  const notConfirmed: Record<string, string> = {
    'is_valid:false': 'ns:http://specs.openid.net/auth/2.0\nis_valid:false\n',
    'is_valid:true inside a longer line': 'ns:http://specs.openid.net/auth/2.0\nerror:is_valid:true\n',
    'is_valid:true with a suffix': 'ns:http://specs.openid.net/auth/2.0\nis_valid:true; not\n',
    'is_valid:true with a space': 'ns:http://specs.openid.net/auth/2.0\nis_valid: true\n',
    'is_valid:true with a carriage return': 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\r\n',
    'is_valid:TRUE': 'ns:http://specs.openid.net/auth/2.0\nis_valid:TRUE\n',
    'yes and no': `${YES}is_valid:false\n`,
    'no and yes': `is_valid:false\n${YES}`,
    'yes twice': `${YES}is_valid:true\n`,
    'no ns': 'is_valid:true\n',
    'another ns': 'ns:http://openid.net/signon/1.1\nis_valid:true\n',
    'two ns': `${YES}ns:http://openid.net/signon/1.1\n`,
    'a page': '<html><body>ns:http://specs.openid.net/auth/2.0 is_valid:true</body></html>',
    JSON: '{"ns":"http://specs.openid.net/auth/2.0","is_valid":true}',
    'nothing at all': '',
  }
  it.each(Object.entries(notConfirmed))('is not yes when it is %s', async (_what, body) => {
    expect(await finishWith((_request, reply) => reply.end(body))).toEqual({ kind: 'refused', reason: 'not-confirmed' })
    expect(sandbox.claims.size).toBe(0)
  })

  it.each([301, 302, 303, 307, 308])('as a redirect (%i) is not followed', async (status) => {
    elsewhere = createServer((_request, reply) => {
      visits += 1
      reply.end(YES)
    })
    const location = await listen(elsewhere)
    const result = await finishWith((_request, reply) => reply.writeHead(status, { location }).end(YES))
    expect(result).toEqual({ kind: 'unavailable', reason: `status ${status}` })
    expect(visits).toBe(0)
  })

  it.each([201, 204, 400, 403, 429, 500, 503])('with status %i is ignored, even with a valid body', async (status) => {
    const result = await finishWith((_request, reply) => reply.writeHead(status).end(status === 204 ? undefined : YES))
    expect(result).toEqual({ kind: 'unavailable', reason: `status ${status}` })
  })

  const broken: Record<string, [RequestListener, reason: RegExp]> = {
    'no answer at all': [() => undefined, /in time/],
    'a body that never ends': [(_request, reply) => reply.write(YES), /in time/],
    'a body of 64 KB and a byte': [(_request, reply) => reply.end(YES.padEnd(65_537, '\n')), /longer than 65536/],
    'a connection that breaks': [(request) => request.socket.destroy(), /no answer/],
    'a body that is not UTF-8': [(_request, reply) => reply.end(Buffer.from([0xff, 0xfe])), /no answer/],
  }
  it.each(Object.entries(broken))(
    '%s: Steam counts as unavailable, and nothing is consumed',
    async (_what, [listener, reason]) => {
      const result = await finishWith(listener, 250)
      expect(result).toEqual({ kind: 'unavailable', reason: expect.stringMatching(reason) })
      expect(sandbox.claims.size).toBe(0)
    },
  )

  it('succeeds after a reload when the provider is back', async () => {
    let isBack = false
    server = createServer((_request, reply) => (isBack ? reply.end(YES) : reply.writeHead(503).end()))
    const signIn = sandbox.signIn({ provider: { ...sandbox.provider, checkAddress: await listen(server) } })
    const { query, cookie } = await returning(signIn)
    expect(await signIn.finish(query, cookie)).toMatchObject({ kind: 'unavailable' })
    isBack = true
    expect(await signIn.finish(query, cookie)).toEqual(VERIFIED)
  })

  it('is requested with the fields of the answer and another mode, without our state', async () => {
    let question = ''
    await finishWith(async (request, reply) => {
      for await (const chunk of request) question += String(chunk)
      reply.end(YES)
    })
    const fields = new URLSearchParams(question)
    expect(fields.get('openid.mode')).toBe('check_authentication')
    expect(fields.has('state')).toBe(false)
    expect(fields.size).toBe(10)
  })
})

/** Contents of one cookie with the signature of another. */
function splice(own: string, other: string): string {
  return `${other.split('.')[0]}.${own.split('.')[1]}`
}
