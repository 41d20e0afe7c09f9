// What a browser shows when a page fails: a page in the visitor's language; calls get JSON.
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { inlineHashes } from '../../../src/server/base/inline-hashes.ts'
import { handleErrors } from '../../../src/server/http/error-handler.ts'
import { errorPage } from '../../../src/server/http/error-page.ts'
import { createResponseHeaders, setResponseHeaders } from '../../../src/server/http/response-headers.ts'

let app: FastifyInstance

beforeEach(async () => {
  app = fastify()
  await app.register(cookie)
  setResponseHeaders(app, createResponseHeaders('sandbox'))
  handleErrors(app, () => undefined)
  app.get('/page', async () => {
    throw new Error('Rendering failed at /srv/site/dist')
  })
  await app.ready()
})

afterEach(() => app.close())

it.each(LANGUAGES)('is a page in %s, with the id for support and nothing of the fault', async (language) => {
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': language }
  const response = await app.inject({ url: '/page', headers })
  expect(response.statusCode).toBe(500)
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
  })
  expect(response.body).toContain(`<html lang="${language}">`)
  expect(response.body).toContain(textFor(language, 'pages')('errorText.title'))
  expect(response.body).toMatch(/ID: [\w-]+/)
  expect(response.body).toContain(textFor(language, 'common')('actions.retry'))
  expect(response.body).not.toContain('/srv/site')
})

it('may show its own style, and load nothing else', async () => {
  const response = await app.inject({ url: '/page', headers: { accept: 'text/html' } })
  const policy = String(response.headers['content-security-policy'])
  for (const hash of inlineHashes(response.body).styles) expect(policy).toContain(hash)
  expect(policy).toContain("default-src 'none'")
  expect(inlineHashes(response.body).scripts).toEqual([])
})

it('is JSON for a call', async () => {
  const response = await app.inject({ url: '/page', headers: { accept: '*/*' } })
  expect(response.statusCode).toBe(500)
  expect(response.json()).toMatchObject({ success: false, code: 'fault' })
})

it('escapes what it says', () => {
  expect(errorPage('en', 'a <b> & "c"')).toContain('a &lt;b&gt; &amp; &quot;c&quot;')
})
