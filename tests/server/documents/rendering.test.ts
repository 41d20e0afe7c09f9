// How often documents are rendered: once each, again when the catalogue has changed, and never for addresses that do
// not exist.

import { createHash } from 'node:crypto'
import cookie from '@fastify/cookie'
import { fastify } from 'fastify'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { textFor } from '../../../src/i18n/text.ts'
import { inlineHashes } from '../../../src/server/base/inline-hashes.ts'
import { createDocuments, type Documents } from '../../../src/server/documents/documents.ts'
import type { HasPage } from '../../../src/server/documents/known-pages.ts'
import type { RenderedPage } from '../../../src/server/documents/page-renderer.ts'
import { securityPolicy } from '../../../src/server/documents/security-policy.ts'
import { handleErrors } from '../../../src/server/http/error-handler.ts'

/** How many pages are rendered at once, wait in all, and wait for one caller. */
const [RUNNING, WAITING, OF_CALLER] = [2, 512, 128]

let rendered: string[] = []
let documents: Documents
let fails = false
let version = 1
let hasPage: HasPage = () => true
/** What pages hold between their language and their version. */
let words = ''
/** How often something was looked for that was not in memory. */
let searches = 0
/** While set, renders wait for it. */
let gate: Promise<void> | undefined

async function render(path: string): Promise<RenderedPage | null> {
  rendered.push(path)
  await gate
  if (fails) throw new Error('the renderer broke')
  if (path.includes('nowhere')) return null
  if (path.includes('gone')) return { status: 404, html: '<html lang="en">gone</html>', showsCatalogue: true }
  const html = `<html lang="en">${words}${path} ${version}</html>`
  return { status: 200, html, showsCatalogue: !path.includes('/faq'), isVolatile: path.includes('/user/') }
}

const app = fastify()
await app.register(cookie)
handleErrors(app, () => undefined)
const limits = {
  pages: async () => undefined,
  searches: async () => {
    searches++
  },
}
app.setNotFoundHandler((request, reply) => documents.answer(request, reply, limits))

const get = (url: string) => app.inject({ url })

beforeEach(() => {
  rendered = []
  fails = false
  version = 1
  hasPage = () => true
  searches = 0
  gate = undefined
  words = ''
  documents = documentsOf('sandbox')
})

const documentsOf = (mode: 'sandbox' | 'live'): Documents =>
  createDocuments({
    render,
    hasPage: (path) => hasPage(path),
    mode,
    realtimePort: null,
    serviceWorker: false,
    push: false,
    siteUrl: 'http://localhost:4321',
    realtimeOrigins: [],
  })

afterAll(() => app.close())

describe('documents', () => {
  it('of a live site have no parts about the sandbox', async () => {
    words = 'a<!--sandbox-->play\nmoney<!--/sandbox-->b<!--sandbox-->bots<!--/sandbox-->c '
    expect((await get('/faq')).body).toContain('play\nmoney')
    documents = documentsOf('live')
    expect((await get('/faq')).body).toBe('<html data-mode="live" lang="en">abc /en/faq 1</html>')
  })

  it('are rendered once, also for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/faq')))
    expect(new Set(answers.map(({ body }) => body))).toEqual(
      new Set(['<html data-mode="sandbox" lang="en">/en/faq 1</html>']),
    )
    await get('/faq?from=a&to=b')
    await get('/en/faq')
    expect(rendered).toEqual(['/en/faq'])
  })

  it('of what somebody looks for are rendered once, counted, and leave the cached home page as it is', async () => {
    await get('/')
    const queries = ['?q=awp', '?q=+awp', '?sort=cheap', '?price=2-10&sort=cheap', '?q=%D1%81%D0%BB%D0%BE%D0%BD']
    for (const query of queries) expect((await get(`/${query}`)).statusCode).toBe(200)
    const once = ['/en', '/en?q=awp', '/en?sort=cheap', '/en?price=2-10&sort=cheap', '/en?q=%D1%81%D0%BB%D0%BE%D0%BD']
    expect(rendered).toEqual(once)
    const counted = once.length - 1
    expect(searches).toBe(counted)
    for (const query of ['', '?utm_source=q', '?from=a']) await get(`/${query}`)
    expect(rendered).toEqual(once)
    expect(searches).toBe(counted)
    const tagOf = async (query: string) => (await get(`/${query}`)).headers.etag
    const tags = await Promise.all(['', '?q=awp', '?sort=cheap', '?q=++awp'].map(tagOf))
    expect(new Set(tags).size).toBe(3)
    expect(tags[3]).toBe(tags[1])
    expect(searches).toBe(counted)
    await get('/?q=++AWP')
    expect(searches).toBe(counted + 1)
  })

  it('of a text or of favourites that somebody looks for are rendered again after a minute, and evict nothing else', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    try {
      for (const path of ['/faq', '/?q=awp', '/?sort=cheap', '/?mine=orion']) await get(path)
      for (let place = 0; place < 300; place++) {
        await get(`/?q=text-${place}`)
        await get(`/?mine=case-${place}`)
      }
      clock.mockReturnValue(61_002)
      rendered = []
      await expect.poll(async () => [await get('/?q=text-299'), rendered.length][1]).toBe(1)
      for (const path of ['/faq', '/?sort=cheap', '/?mine=case-299']) await get(path)
      expect(rendered).toEqual(['/en?q=text-299', '/en?mine=case-299'])
    } finally {
      clock.mockRestore()
    }
  })

  it('that show the catalogue are rendered again after it changed, the others are not', async () => {
    for (const path of ['/faq', '/case/orion']) await get(path)
    version = 2
    documents.dropRendered()
    expect((await get('/case/orion')).body).toContain('/en/case/orion 2')
    expect((await get('/faq')).body).toContain('/en/faq 1')
    expect(rendered).toEqual(['/en/faq', '/en/case/orion', '/en/case/orion'])
  })

  it('of the home page are shown while their next version is rendered, and as long as it cannot be', async () => {
    await get('/?sort=cheap')
    await get('/')
    version = 2
    documents.dropRendered('/')
    fails = true
    for (let time = 0; time < 2; time++) expect((await get('/')).body).toContain('/en 1')
    fails = false
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    rendered = []
    for (const path of ['/', '/', '/?sort=cheap']) {
      const answer = await get(path)
      expect([answer.statusCode, answer.body.includes(' 1<')], path).toEqual([200, true])
    }
    await expect.poll(() => rendered).toEqual(['/en', '/en?sort=cheap'])
    open()
    for (const path of ['/', '/?sort=cheap']) await expect.poll(async () => (await get(path)).body).toContain(' 2<')
    expect(rendered).toEqual(['/en', '/en?sort=cheap'])
    version = 3
    documents.dropRendered()
    expect((await get('/')).body).toContain('/en 3')
  })

  it('that were being rendered when the catalogue changed are rendered again', async () => {
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    const answer = get('/case/orion')
    // Awaited: a call that nothing waits for is not made.
    const waiting = (async () => await answer)()
    await expect.poll(() => rendered).toHaveLength(1)
    documents.dropRendered()
    open()
    expect((await waiting).statusCode).toBe(200)
    await get('/case/orion')
    expect(rendered).toEqual(['/en/case/orion', '/en/case/orion'])
  })

  it('of the home page are shown while a flood fills the queue', async () => {
    await get('/')
    documents.dropRendered('/')
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    const flood = Array.from(
      { length: RUNNING + WAITING },
      // Awaited: a call that nothing waits for is not made.
      async (_, place) =>
        await app.inject({ url: `/case/x-${place}`, remoteAddress: `198.51.${place >> 8}.${place & 255}` }),
    )
    await expect.poll(() => rendered).toHaveLength(1 + RUNNING)
    expect((await get('/case/late')).statusCode).toBe(503)
    expect((await get('/')).statusCode).toBe(200)
    open()
    await Promise.all(flood)
  })

  it('of one /48 take neither the pages nor the searches of others', async () => {
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    const from = async (remoteAddress: string, url: string) =>
      // Awaited: a call that nothing waits for is not made.
      (await app.inject({ url, remoteAddress })).statusCode
    const many = (url: string) =>
      Array.from({ length: OF_CALLER }, (_, place) => from(`2001:db8:1:${place % 5}::1`, `${url}${place}`))
    const flood = [...many('/?q=text-'), ...many('/case/x-')]
    await expect.poll(() => rendered).toHaveLength(RUNNING)
    const others = ['/', '/?q=awp', '/case/orion', '/user/7'].map((url) => from('192.0.2.1', url))
    open()
    expect(await Promise.all(others)).toEqual([200, 200, 200, 200])
    const statuses = await Promise.all(flood)
    expect(statuses.filter((status) => status === 200)).toHaveLength(OF_CALLER)
    const ofFlood = rendered.filter((path) => /text-|x-/.test(path))
    // Each of the others waits for what ran, and for nothing that waited.
    expect(rendered.indexOf('/en/user/7')).toBeLessThan(RUNNING + others.length)
    expect(ofFlood).toHaveLength(OF_CALLER)
  })

  it('are not rendered for impossible addresses', async () => {
    await get('/404')
    rendered = []
    for (const path of ['/a.php', '/.env', '/%66aq', `/${'a'.repeat(400)}`, '/a//b', '/a b', '/wp-login.php?x=1']) {
      expect((await get(path.replace(' ', '%20'))).statusCode, path).toBe(404)
    }
    expect(rendered).toEqual([])
  })

  it('that do not exist are not cached, so that made-up addresses evict nothing', async () => {
    await get('/faq')
    for (let i = 0; i < 700; i++) expect((await get(`/nowhere-${i}`)).statusCode).toBe(404)
    rendered = []
    await get('/faq')
    expect(rendered).toEqual([])
  })

  it('with changing data are shared by parallel requests, and rendered again a few seconds later', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    try {
      await Promise.all(Array.from({ length: 5 }, () => get('/user/1000')))
      version = 2
      expect((await get('/user/1000')).body).toContain('/en/user/1000 1')
      clock.mockReturnValue(6_002)
      await expect.poll(async () => (await get('/user/1000')).body).toContain('/en/user/1000 2')
      expect(rendered).toEqual(['/en/user/1000', '/en/user/1000'])
    } finally {
      clock.mockRestore()
    }
  })

  it('with changing data evict nothing else', async () => {
    await get('/faq')
    for (let id = 1000; id < 1700; id++) await get(`/user/${id}`)
    rendered = []
    await get('/faq')
    expect(rendered).toEqual([])
  })

  it('that do not exist share one 404 page per language, rendered once', async () => {
    for (let i = 0; i < 50; i++) for (const language of ['en', 'uk']) await get(`/${language}/nowhere-${i}`)
    expect(rendered.filter((path) => path.endsWith('/404'))).toEqual(['/en/404', '/uk/404'])
  })

  it('are answered with our 404 page when a page itself returns not found', async () => {
    const answer = await get('/case/gone')
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('/en/404')
  })

  it('that do not exist are looked up, never rendered', async () => {
    const asked: string[] = []
    hasPage = async (path) => {
      asked.push(path)
      return !/^\/(case|user)\//.test(path)
    }
    await get('/404')
    rendered = []
    for (const path of ['/case/x', '/user/77', '/case/x', '/ru/user/78']) {
      const answer = await get(path)
      expect(answer.statusCode, path).toBe(404)
      expect(answer.body).toContain(path.startsWith('/ru') ? '/ru/404' : '/en/404')
    }
    expect(asked).toEqual(['/case/x', '/user/77', '/case/x', '/user/78'])
    expect(rendered).toEqual(['/ru/404'])
  })

  it('of a burst of forty from one address are all rendered', async () => {
    const burst = Array.from({ length: 40 }, (_, place) => get(`/case/cold-${place}`))
    expect((await Promise.all(burst)).map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200))
  })

  it('are rendered two at a time; an address waits for a limited number, and so do all addresses', async () => {
    let open = (): void => undefined
    gate = new Promise((resolve) => {
      open = resolve
    })
    const from = async (remoteAddress: string, name: string) =>
      // Awaited: a call that nothing waits for is not made.
      await app.inject({ url: `/case/${name}`, remoteAddress, headers: { accept: 'text/html,*/*' } })
    const near = Array.from({ length: OF_CALLER }, (_, place) => from('192.0.2.1', `near-${place}`))
    const over = await from('192.0.2.1', 'over')
    expect(over.statusCode).toBe(503)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect(over.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(over.body).toContain(textFor('en', 'replies')('fault.busy'))
    const left = RUNNING + WAITING - OF_CALLER
    const far = Array.from({ length: left }, (_, place) => from(`198.51.${place >> 8}.${place & 255}`, `far-${place}`))
    expect((await from('192.0.2.99', 'late')).statusCode).toBe(503)
    await expect.poll(() => rendered).toHaveLength(RUNNING)
    open()
    for (const answer of await Promise.all([...near, ...far])) expect(answer.statusCode).toBe(200)
    expect(rendered).toHaveLength(RUNNING + WAITING)
    expect((await from('192.0.2.1', 'over')).statusCode).toBe(200)
  })

  it('that failed are rendered again', async () => {
    fails = true
    expect((await get('/faq')).statusCode).toBe(500)
    fails = false
    expect((await get('/faq')).statusCode).toBe(200)
  })
})

describe('the security policy', () => {
  it('allows each inline script by its hash, and ignores data blocks', () => {
    const html = `<script>1</script><script type="module">2</script><script>1</script>
      <script src="/js/a.js"></script><script type="application/ld+json">{}</script>`
    expect(inlineHashes(html).scripts).toEqual([
      "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
      "'sha256-1HNeOiZeFu7gP1lxi5tdAwGcB9i2xR+Q2jpmbuwTqzU='",
    ])
  })

  it('takes a name that contains a script for the text that it is', () => {
    const hashes = inlineHashes('<script>1</script>').scripts
    for (const name of ['<script>alert(1)</script>', '<script>', '</script>', "'<script>alert(1)</script>"]) {
      const html = `<!-- <script>0</script> --><meta name="description" content="${name}, level 0"><img alt='"'><script>1</script>`
      expect(inlineHashes(html).scripts, name).toEqual(hashes)
    }
  })

  it('allows each inline style by its hash: elements, and attributes as the browser reads them', () => {
    const html = `<style>a{color:red}</style><style media="print">b{}</style><p style="width:1%">
      <img alt=' style="top:1px"'><p style='width:1%'><p style="background:url(&quot;/a&amp;b.png&quot;)"><!-- <style>x</style> -->`
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    for (const secure of [true, false]) {
      const policy = securityPolicy(html, [], secure).split('; ')
      expect(policy).toContain(`style-src 'self' ${hash('a{color:red}')} ${hash('b{}')}`)
      expect(policy).toContain(
        `style-src-attr 'unsafe-hashes' ${hash('width:1%')} ${hash('background:url("/a&b.png")')}`,
      )
      expect(policy.join()).not.toContain('unsafe-inline')
    }
    expect(securityPolicy('<p>', [], true)).toContain("style-src 'self'; style-src-attr 'none'")
  })

  it('never allows inline scripts, frames or plug-ins, and upgrades requests in live mode', () => {
    const policy = securityPolicy('<script>1</script>', ['wss://shop.example:8443'], true)
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
    expect(scripts).not.toMatch(/unsafe|https?:|\*/)
    expect(policy).toContain("connect-src 'self' wss://shop.example:8443")
    expect(policy).toMatch(/upgrade-insecure-requests$/)
    expect(securityPolicy('', [], false)).not.toContain('upgrade')
  })
})
