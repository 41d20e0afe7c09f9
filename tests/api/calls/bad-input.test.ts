// Input that our pages never send: every call answers with a fault that names the error, and never with a stack.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultSchema } from '../../../src/protocol/common.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { type Answer, type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const OPEN = '/api/case/orion/open'
const SELL = '/api/user/items/sell'

/** Text that only a stack or a database error contains. */
const INTERNALS = /\bat \S+ \(|node:internal|node_modules|\.ts:\d+|select |insert /i

describe.each(SUITE_KINDS)('bad input on %s', (kind) => {
  let site: TestSite
  let player: Browser

  beforeAll(async () => {
    site = await openTestSite(kind)
    player = await site.newPlayer()
  })

  afterAll(async () => {
    expect((await player.get('/api/user/get')).body.user.balance).toBe(10_000)
    await site.close()
  })

  /** Expects a fault of the protocol, with its own id and without internals. */
  function expectFault(answer: Answer, status: number, code: string): void {
    expect(answer).toMatchObject({ status, body: { success: false, code } })
    const fault = faultSchema.strict().parse(answer.body)
    expect(fault.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(JSON.stringify(fault)).not.toMatch(INTERNALS)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  }

  it.each(['{', '{"count":1', 'count=1', '[1,]', '\0', '"\\ud800'])(
    'refuses %j, which is not valid JSON',
    async (body) => {
      expectFault(await player.post(OPEN, body), 400, 'invalid')
    },
  )

  it.each(['', 'null', '1', '"text"', '[]'])('refuses %j, which is JSON but not an object', async (body) => {
    expectFault(await player.post(OPEN, body), 400, 'invalid')
  })

  it('refuses a body over 64 KB, and reads one just below it', async () => {
    const around = (bytes: number): string => `{"count":1,"x":"${'x'.repeat(bytes - 18)}"}`
    expect(around(65_536)).toHaveLength(65_536)
    expectFault(await player.post(OPEN, around(65_537)), 413, 'too-large')
    expectFault(await player.post(OPEN, around(65_536)), 400, 'invalid')
  })

  it.each([
    ['body/count', {}],
    ['body/count', { count: 0 }],
    ['body/count', { count: 11 }],
    ['body/count', { count: 1.5 }],
    ['body/count', { count: '1' }],
    ['body/count', { count: null }],
    ['body/price', { count: 1, price: 0.5 }],
    ['body/price', { count: 1, price: 1e300 }],
    ['body/demo', { count: 1, demo: 'yes' }],
    ['body', { count: 1, seed: 'mine' }],
  ])('names the field %s when it is invalid: %j', async (field, body) => {
    const answer = await player.post(OPEN, body)
    expectFault(answer, 400, 'invalid')
    expect(answer.body.field).toBe(field)
    expect(answer.body.message).toContain(field)
  })

  it.each(['__proto__', 'constructor'])('refuses the key %s at any depth', async (key) => {
    const poison = key === 'constructor' ? '{"prototype":{"demo":true}}' : '{"demo":true}'
    expectFault(await player.post(OPEN, `{"count":1,"${key}":${poison}}`), 400, 'invalid')
    expectFault(await player.post(OPEN, `{"count":{"${key}":${poison}}}`), 400, 'invalid')
    expect(({} as Record<string, unknown>).demo).toBeUndefined()
  })

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/xml', 415],
  ])('refuses a body with the content type %s', async (type, status) => {
    expectFault(await player.post(OPEN, '{"count":1}', { 'content-type': type }), status, 'invalid')
  })

  it('refuses more than 10,000 ids, and ids that are not UUIDs', async () => {
    const ids = (count: number): string[] => Array.from({ length: count }, () => 'x')
    expectFault(await player.post(SELL, { ids: ids(10_001), isAll: false }), 400, 'invalid')
    const odd = await player.post(SELL, { ids: [randomUUID(), '1 or 1=1'], isAll: false })
    expectFault(odd, 400, 'invalid')
    expect(odd.body.field).toBe('body/ids/1')
    expectFault(await player.get("/api/fairness/roll/'; drop table rolls"), 400, 'invalid')
    expectFault(await player.get(`/api/fairness/roll/${randomUUID()}`), 404, 'unknown-roll')
  })

  it.each(['', '1', 'not-a-uuid', `${randomUUID()}, ${randomUUID()}`, `{${randomUUID()}}`])(
    'requires an Idempotency-Key that is a UUID for calls that move money, not %j',
    async (key) => {
      const headers = { 'idempotency-key': key }
      expectFault(await player.post(OPEN, { count: 1 }, headers), 400, 'no-key')
      expectFault(await player.post(SELL, { ids: [], isAll: true }, headers), 400, 'no-key')
    },
  )

  it('treats upper case and lower case of a key as the same key', async () => {
    const other = await site.newPlayer()
    const key = randomUUID()
    const first = await other.post('/api/case/first-step/open', { count: 1 }, { 'idempotency-key': key })
    const again = await other.post('/api/case/first-step/open', { count: 1 }, { 'idempotency-key': key.toUpperCase() })
    expect(first.body.success).toBe(true)
    expect(again.body).toEqual(first.body)
  })

  it.each(['a b', 'ключ', '', 'x'.repeat(65), 'a:b'])('refuses %j as a client seed', async (clientSeed) => {
    expectFault(await player.post('/api/fairness/rotate', { clientSeed }), 400, 'invalid')
  })

  it.each(['/api/nowhere', '/api/', '/api/case', '/api/case/orion/open/', '/api/user', '/api/USER/GET'])(
    'answers 404 for the call %s',
    async (path) => {
      expectFault(await player.get(path), 404, 'unknown-call')
      expectFault(await player.post(path), 404, 'unknown-call')
    },
  )

  it('answers 404 for another method, and for a POST to a page', async () => {
    expectFault(await player.get('/api/%'), 404, 'unknown-call')
    expectFault(await player.get(OPEN), 404, 'unknown-call')
    expectFault(await player.post('/api/settings'), 404, 'unknown-call')
    expectFault(await player.post('/faq'), 404, 'unknown-call')
    const put = await site.app.inject({ method: 'PUT', url: OPEN, payload: { count: 1 } })
    expect(put.statusCode).toBe(404)
  })

  it.each([
    ['8 KB', `/${'a'.repeat(8192)}`],
    ['8 KB of segments', '/a'.repeat(4096)],
    ['encoded slashes', '/case%2forion'],
    ['climbing', '/..%2f..%2f..%2fetc%2fpasswd'],
    ['plain parent segments', '/../../../etc/passwd'],
    ['an encoded zero', '/faq%00'],
    ['a backslash', '/faq%5c'],
    ['dots', '/faq/./x'],
    ['two slashes', '//faq'],
    ['a stray percent', '/%'],
    ['a percent with other characters', '/%zz/%41'],
    ['an incomplete character', '/%e2%82'],
    ['a missing file', '/assets/nothing.js'],
    ['a missing picture', '/assets/img/items/nothing.svg'],
    ['an unknown language', '/xx/faq'],
    ['a script in the path', '/<script>alert(1)</script>'],
  ])('answers the path %s with the 404 page in the language of the visitor', async (_what, path) => {
    for (const [tag, language] of [
      ['ru-RU,ru;q=0.9', 'ru'],
      ['uk', 'uk'],
      ['fr', 'en'],
    ]) {
      const answer = await site.guest().get(path, { 'accept-language': tag ?? '' })
      expect(answer.status).toBe(404)
      expect(answer.body).toContain(`<html data-mode="sandbox" lang="${language}">`)
      expect(answer.body).toContain(`/${language}/404`)
      expect(answer.body).not.toMatch(/alert|passwd/)
    }
  })

  it('hides internal errors behind an id that the log has too', async () => {
    const log: string[] = []
    const broken = await openTestSite(kind, { log })
    try {
      const other = await broken.newPlayer()
      await broken.db.transaction((tx) => tx.execute(`delete from seeds where player_id = ${other.playerId}`))
      const answer = await other.post(OPEN, { count: 1 })
      expectFault(answer, 500, 'fault')
      expect(answer.body.message).toContain(answer.body.id)
      const line = log.map((text) => JSON.parse(text)).find(({ reqId }) => reqId === answer.body.id)
      expect(line).toMatchObject({ level: 50, err: { message: expect.stringContaining('no active seed') } })
    } finally {
      await broken.close()
    }
  })
})
