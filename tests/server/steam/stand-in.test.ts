import { fastify, type LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { steamStandIn } from '../../../src/server/steam/stand-in.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'
import { expectOwnStyles } from '../../support/browsers/own-styles.ts'
import { CONFIRMATION, NOON, OTHER_PLAYER, openSandbox, PLAYER, type Sandbox } from './sandbox.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const LOGIN = '/sandbox/steam/openid/login'
const CHOOSE = '/sandbox/steam/openid/choose'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.clock.ms = NOON
})

function setup(change: (fields: URLSearchParams) => void = () => undefined): string {
  const address = new URL(sandbox.signIn().start(CONFIRMATION, '/').address)
  change(address.searchParams)
  return `${LOGIN}${address.search}`
}

describe('the page', () => {
  it.each(LANGUAGES)('offers six players and a link back, in %s, without a script', async (language) => {
    const app = fastify()
    await app.register(steamStandIn, {
      prefix: '/sandbox/steam',
      siteUrl: sandbox.siteUrl,
      languageOf: () => language,
      now: () => NOON,
    })
    const reply = await app.inject(setup())
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
    expectOwnStyles(reply.headers['content-security-policy'], reply.body)
    expect(reply.body).toContain(`<html lang="${language}">`)
    expect(reply.body).toContain(textFor(language, 'sandbox')('heading'))
    for (const player of STAND_IN_PLAYERS) expect(reply.body).toContain(`name="player" value="${player.steamid}"`)
    expect(reply.body).toContain('name="player" value="cancel"')
    expect(reply.body).toContain('&lt;dark side&gt;')
    expect(reply.body).not.toMatch(/<script|\son\w+=|<dark/i)
    await app.close()
  })

  const wrong: Record<string, (fields: URLSearchParams) => void> = {
    'a foreign return_to': (fields) => fields.set('openid.return_to', 'https://evil.example/'),
    'a return_to on another port': (fields) => fields.set('openid.return_to', 'http://127.0.0.1:1/'),
    'a return_to that only looks like this site': (fields) =>
      fields.set('openid.return_to', `${sandbox.siteUrl}@evil.example/`),
    'a foreign realm': (fields) => fields.set('openid.realm', 'https://evil.example'),
    'a realm without its port': (fields) => fields.set('openid.realm', 'http://127.0.0.1'),
    'an identity of the caller': (fields) =>
      fields.set('openid.identity', `https://steamcommunity.com/openid/id/${PLAYER}`),
    'another mode': (fields) => fields.set('openid.mode', 'checkid_immediate'),
    'another ns': (fields) => fields.set('openid.ns', 'http://openid.net/signon/1.1'),
    'one field more': (fields) => fields.set('openid.assoc_handle', 'x'),
    'one field less': (fields) => fields.delete('openid.realm'),
    'a field twice': (fields) => fields.append('openid.mode', 'checkid_setup'),
  }
  it.each(Object.entries(wrong))('is not shown for %s', async (_what, change) => {
    const reply = await sandbox.app.inject(setup(change))
    expect(reply.statusCode).toBe(400)
    expect(reply.headers.location).toBeUndefined()
  })
})

describe('the choice', () => {
  const choose = (fields: Record<string, string>): Promise<LightMyRequestResponse> =>
    sandbox.app.inject({ method: 'POST', url: CHOOSE, headers: FORM, payload: new URLSearchParams(fields).toString() })
  const own = (): Record<string, string> => ({
    'openid.return_to': `${sandbox.siteUrl}/api/auth/steam/return?state=abc`,
    'openid.realm': sandbox.siteUrl,
    player: PLAYER,
  })

  it('sends the browser back to this site', async () => {
    const reply = await choose(own())
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toMatch(`${sandbox.siteUrl}/api/auth/steam/return?state=abc&openid.ns=`)
  })

  it.each([
    ['a player who is not on the page', { player: '76561197960287930' }],
    ['a foreign return_to', { 'openid.return_to': 'https://evil.example/' }],
    [
      'a foreign realm and return_to',
      { 'openid.return_to': 'https://evil.example/', 'openid.realm': 'https://evil.example' },
    ],
    ['an extra field', { more: '1' }],
  ])('is refused with %s', async (_what, change) => {
    const reply = await choose({ ...own(), ...change })
    expect(reply.statusCode).toBe(400)
    expect(reply.headers.location).toBeUndefined()
  })

  it('is refused when it is too long, or not a form', async () => {
    expect((await choose({ ...own(), player: 'x'.repeat(20_000) })).statusCode).toBe(413)
    const json = await sandbox.app.inject({ method: 'POST', url: CHOOSE, payload: own() })
    expect(json.statusCode).toBe(400)
  })
})

describe('the confirmation', () => {
  async function questionOf(change: (fields: URLSearchParams) => void = () => undefined): Promise<URLSearchParams> {
    const { address } = sandbox.signIn().start(CONFIRMATION, '/')
    const fields = new URLSearchParams(await sandbox.choose(address, PLAYER))
    fields.delete('state')
    fields.set('openid.mode', 'check_authentication')
    change(fields)
    return fields
  }
  async function ask(question: URLSearchParams): Promise<string> {
    const reply = await sandbox.app.inject({ method: 'POST', url: LOGIN, headers: FORM, payload: question.toString() })
    return reply.body
  }
  const YES = 'ns:http://specs.openid.net/auth/2.0\nis_valid:true\n'
  const NO = 'ns:http://specs.openid.net/auth/2.0\nis_valid:false\n'

  it('is given once', async () => {
    const question = await questionOf()
    expect(await ask(question)).toBe(YES)
    expect(await ask(question)).toBe(NO)
  })

  it('is not consumed by a forged request', async () => {
    const question = await questionOf()
    const forged = new URLSearchParams(question)
    forged.set('openid.sig', 'AAAA')
    expect(await ask(forged)).toBe(NO)
    expect(await ask(question)).toBe(YES)
  })

  it('is not given ten minutes later', async () => {
    const question = await questionOf()
    sandbox.clock.ms = NOON + 600_000
    expect(await ask(question)).toBe(NO)
  })

  it.each([
    'op_endpoint',
    'claimed_id',
    'identity',
    'return_to',
    'response_nonce',
    'assoc_handle',
    'signed',
    'sig',
    'ns',
  ])('is not given when %s was changed', async (name) => {
    expect(
      await ask(await questionOf((fields) => fields.set(`openid.${name}`, `${fields.get(`openid.${name}`)}x`))),
    ).toBe(NO)
  })

  it('is not given for an added or missing field, or with another key', async () => {
    expect(await ask(await questionOf((fields) => fields.set('openid.more', '1')))).toBe(NO)
    expect(await ask(await questionOf((fields) => fields.delete('openid.identity')))).toBe(NO)
    const other = await openSandbox()
    const { address } = other.signIn().start(CONFIRMATION, '/')
    const fields = new URLSearchParams(await other.choose(address, OTHER_PLAYER))
    fields.delete('state')
    fields.set('openid.mode', 'check_authentication')
    expect(await ask(fields)).toBe(NO)
    await other.close()
  })

  it('accepts only check requests', async () => {
    const reply = await sandbox.app.inject({
      method: 'POST',
      url: LOGIN,
      headers: FORM,
      payload: 'openid.mode=associate',
    })
    expect(reply.statusCode).toBe(400)
  })
})

describe('the profiles', () => {
  it('are XML, and report an unknown player', async () => {
    const found = await sandbox.app.inject(`/sandbox/steam/profiles/${PLAYER}/?xml=1`)
    expect(found.headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(found.body).toContain('<![CDATA[nebula_fox]]>')
    expect((await sandbox.app.inject('/sandbox/steam/profiles/1/?xml=1')).body).toContain('<error>')
    expect((await sandbox.app.inject(`/sandbox/steam/profiles/${PLAYER}/`)).statusCode).toBe(404)
  })
})
