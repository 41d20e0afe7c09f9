// Random attacks on the app's inputs: addresses, queries, bodies, headers and cookies. None may cause a fault, reveal
// internals, redirect to another site, or change a row.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf } from '../support/databases/database-fingerprint.ts'
import { AWKWARD, attacks, awkwardText, expectHarmless, inTime, printSeed } from '../support/runner/attack.ts'
import { type Browser, openTestSite, type Route, SITE_URL, type TestSite } from '../support/sites/site.ts'

interface AttackRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string | Buffer
}

/** Each accepts any body, or none at all: a random request would be a valid call. */
const TAKES_ANYTHING = ['/api/user/logout']

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Any JSON, with the names that our schemas read and those that pollute prototypes. */
const names = fc.constantFrom(
  'ids',
  'count',
  'isAll',
  'balance',
  'target',
  'code',
  'sum',
  'currency',
  '__proto__',
  'constructor',
  'toString',
  '',
)
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      -0,
      1.5,
      1e308,
      2 ** 53,
      2 ** 63,
      '',
      '\u0000',
      '\ud800',
      '1',
      'on',
      '9'.repeat(400),
    ),
    fc.constantFrom<unknown>(...AWKWARD),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map((fields) => Object.fromEntries(fields)),
  ),
})).value

/** Bodies as text, so that they may also be invalid JSON, contain the same key twice, or be truncated. */
const bodies: fc.Arbitrary<string | Buffer> = fc.oneof(
  anyJson.map((value) => JSON.stringify(value)),
  fc
    .tuple(names, anyJson, anyJson)
    .map(([name, one, two]) => `{${[one, two].map((value) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`),
  fc.tuple(anyJson, fc.nat(40)).map(([value, at]) => JSON.stringify(value).slice(0, at)),
  fc.constantFrom(
    '['.repeat(30_000),
    '{"a":'.repeat(10_000),
    `[${'1,'.repeat(20_000)}1]`,
    `{"ids":["${'x'.repeat(60_000)}"]}`,
    '1e400',
    '"\\ud800"',
  ),
  fc.constantFrom(
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"count":1,"__proto__":null}',
    '\ufeff{}',
    '{}{}',
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

describe('attacks through the app', () => {
  let site: TestSite
  let player: Browser
  let before: Record<string, string>
  let posts: Route[]
  let gets: Route[]

  beforeAll(async () => {
    printSeed()
    site = await openTestSite()
    player = await site.newPlayer()
    await player.post('/api/case/first-step/open', { count: 2 })
    // Creates the player's own code, once.
    await player.get('/api/referral')
    posts = site.routes.filter(({ method, url }) => method === 'POST' && !TAKES_ANYTHING.includes(url))
    gets = site.routes.filter(
      ({ method, url }) => method === 'GET' && !/\.(svg|png|webp|mp3|ogg|wav|woff2|js|css)$/.test(url),
    )
    before = await fingerprintOf(site.db)
  })

  afterAll(async () => {
    expect(await fingerprintOf(site.db)).toEqual(before)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
    await site.close()
  })

  /** The headers of a signed-in browser on the site itself. */
  function ownHeaders(): Record<string, string> {
    return {
      host: new URL(SITE_URL).host,
      origin: SITE_URL,
      authorization: `Bearer ${player.cookies.get('token')}`,
      cookie: [...player.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': player.cookies.get('XSRF-TOKEN') ?? '',
      'idempotency-key': randomUUID(),
    }
  }

  async function sendAttack({ method, url, headers, payload }: AttackRequest): Promise<number> {
    const what = `${method} ${JSON.stringify(url.slice(0, 400))} ${JSON.stringify(headers ?? {}).slice(0, 400)} ${JSON.stringify(payload ?? '').slice(0, 200)}`
    const sent = site.app.inject({
      method,
      url,
      headers: { ...ownHeaders(), ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    const answer = await inTime(sent, what)
    const { statusCode: status, body: text } = answer
    expectHarmless({ status, headers: answer.headers, text }, what)
    return status
  }

  const filled = ({ url }: Route, text: string): string =>
    url.replace('*', ':rest').replaceAll(/:[a-z]+/gi, encoded(text))

  it('cannot redirect to another site through a return address', async () => {
    const parameter = fc.oneof(awkwardText, fc.webUrl(), fc.constantFrom(...AWKWARD))
    await fc.assert(
      fc.asyncProperty(parameter, fc.constantFrom('ru', 'xx', '..', '%2e%2e'), async (text, code) => {
        for (const back of [encoded(text), text.toWellFormed().replaceAll(/[^\x21-\x7e]|#/g, '')]) {
          expect(await sendAttack({ method: 'GET', url: `/lang/${code}?back=${back}` })).toBeLessThan(500)
          await sendAttack({ method: 'GET', url: `/lang/${code}?back=/&back=${back}` })
          await sendAttack({ method: 'GET', url: `/r/${back}` })
          await sendAttack({ method: 'GET', url: `/api/auth/steam?terms=1&back=${back}` })
          await sendAttack({
            method: 'GET',
            url: `/api/auth/steam?terms=1&adult=1&back=${back}`,
            headers: { host: 'localhost:4321' },
          })
          await sendAttack({ method: 'GET', url: `/api/auth/steam/return?openid.return_to=${back}&state=${back}` })
        }
      }),
      attacks(40),
    )
  })

  it('cannot leave the folder of files, and reach no document that is not one', async () => {
    const prefixes = fc.constantFrom(
      '/',
      '/assets/',
      '/assets/img/items/',
      '/assets/img/cases/',
      '/js/',
      '/ru/',
      '/case/',
      '/user/',
      '/api/',
      '/health/',
    )
    await fc.assert(
      fc.asyncProperty(
        prefixes,
        fc.array(fc.constantFrom(...AWKWARD), { maxLength: 5 }),
        awkwardText,
        async (prefix, parts, last) => {
          for (const path of [
            parts.join('/') + last,
            parts.map(encoded).join('/'),
            encoded(encoded(parts.join('/'))),
          ]) {
            const url = `${prefix}${path}`.replaceAll(/[^\x21-\x7e]/g, (letter) => encoded(letter))
            // The client reads these as addresses of hosts.
            if (!/^\/[/\\]/.test(url)) await sendAttack({ method: 'GET', url })
            await sendAttack({ method: 'HEAD', url: `/.${url}` })
          }
        },
      ),
      attacks(60),
    )
  })

  it('cause no fault by an address or a query', async () => {
    const query = fc.array(
      fc.tuple(
        fc.constantFrom(
          'cursor',
          'min',
          'max',
          'q',
          'sort',
          'state',
          'currency',
          'back',
          'a[b]',
          'a.b',
          '__proto__',
          '',
        ),
        awkwardText,
      ),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), awkwardText, query, async (index, text, fields) => {
        const route = gets[index % gets.length] as Route
        const url = `${filled(route, text)}?${fields.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}`
        await sendAttack({ method: 'GET', url })
        const twice = fields.map(([name, value]) => `${name}=1&${name}[]=${encoded(value)}&${name}[x]=1`).join('&')
        await sendAttack({ method: 'GET', url: `${filled(route, text)}?${twice}` })
      }),
      attacks(250),
    )
  })

  it('cause no fault and no success by a body', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'APPLICATION/JSON',
      'application/json;',
      'application/ld+json',
      'text/json',
      '*/*',
      ';',
      'application/x-www-form-urlencoded',
      'text/plain',
      '\\',
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), awkwardText, bodies, types, async (index, text, payload, type) => {
        const route = posts[index % posts.length] as Route
        const url = filled(route, text)
        await sendAttack({ method: 'POST', url, headers: { 'content-type': type }, payload })
        await sendAttack({
          method: 'POST',
          url: filled(route, 'orion'),
          headers: { 'content-type': 'application/json' },
          payload,
        })
        await sendAttack({ method: 'PUT', url, headers: { 'content-type': type }, payload })
      }),
      attacks(250),
    )
  })

  it('cause no fault by headers and cookies', async () => {
    const header = fc.constantFrom(
      'host',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'forwarded',
      'x-real-ip',
      'x-original-url',
      'x-rewrite-url',
      'x-http-method-override',
      'accept-language',
      'accept-encoding',
      'if-none-match',
      'range',
      'origin',
      'referer',
      'user-agent',
      'authorization',
      'idempotency-key',
      'x-xsrf-token',
      'content-type',
      'accept',
      'cookie',
    )
    const value = awkwardText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 4000))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(header, value), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (fields, index) => {
          const headers = Object.fromEntries(fields)
          const route = gets[index % gets.length] as Route
          await sendAttack({ method: 'GET', url: filled(route, 'orion'), headers })
          await sendAttack({ method: 'GET', url: '/faq', headers })
          await sendAttack({ method: 'OPTIONS', url: '/api/settings', headers })
          const own = ownHeaders()
          const forged = { ...own, ...headers, 'idempotency-key': 'none', origin: headers.origin ?? 'null' }
          const post = {
            method: 'POST',
            url: '/api/wheel/spin',
            headers: { ...forged, 'content-type': 'application/json' },
          } as const
          await sendAttack({ ...post, payload: '{"free":true,"price":0}' })
        },
      ),
      attacks(80),
    )
    const cookie = fc.array(
      fc.tuple(
        fc.constantFrom(
          'token',
          'companion',
          'visitor',
          'lang',
          'ref',
          'XSRF-TOKEN',
          'steam_state',
          'sign_in',
          '__proto__',
          'a',
        ),
        value,
      ),
      { maxLength: 400 },
    )
    await fc.assert(
      fc.asyncProperty(cookie, async (cookies) => {
        const line = cookies.map(([name, text]) => `${name}=${text.slice(0, 30)}`).join('; ')
        for (const url of ['/', '/api/settings', '/api/user/get', '/api/auth/steam/return?x=1', '/lang/uk?back=/faq']) {
          await sendAttack({ method: 'GET', url, headers: { cookie: line } })
        }
      }),
      attacks(40),
    )
  })
})
