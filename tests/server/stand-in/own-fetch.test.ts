// Two ways to the stand-ins of a sandbox: inside of its process, and from a command beside it. Neither asks the network for a host.
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { RequestFailed, requestText } from '../../../src/server/network/bounded-request.ts'
import { createDirectFetch, createInnerFetch } from '../../../src/server/stand-in/own-fetch.ts'

/** No name server knows it. */
const SITE = 'http://site.invalid:4321'

async function openWays() {
  const app = fastify({ forceCloseConnections: true })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/echo', ({ headers, url, body }, reply) =>
    reply.code(201).header('x-said', 'yes').send({ host: headers.host, key: headers['x-key'], url, body }),
  )
  app.get('/moved', (_request, reply) => reply.redirect('/elsewhere', 303))
  app.get('/empty', (_request, reply) => reply.code(204).send())
  app.get('/silent', () => new Promise(() => undefined))
  app.get('/long', (_request, reply) => reply.send('x'.repeat(5_000)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { inner: createInnerFetch(() => app), direct: createDirectFetch({ host: '127.0.0.1', port }) }
}

const limitsOf = (ms: number) => ({ deadline: AbortSignal.timeout(ms), bytesMax: 1_000 })

it.each(['inner', 'direct'] as const)('%s: a request arrives whole, with the host that it names', async (way) => {
  const { [way]: send } = await openWays()
  const init = { method: 'POST', headers: { 'x-key': 'k', 'content-type': 'text/x' }, body: 'привіт' }
  const { status, text } = await requestText(send, `${SITE}/echo?a=%2F&b`, init, limitsOf(5_000))
  expect(status).toBe(201)
  expect(JSON.parse(text)).toEqual({ host: 'site.invalid:4321', key: 'k', url: '/echo?a=%2F&b', body: 'привіт' })
})

it.each(['inner', 'direct'] as const)('%s: limits of time and size hold', async (way) => {
  const { [way]: send } = await openWays()
  const ask = (path: string, ms = 5_000) => requestText(send, `${SITE}${path}`, { method: 'GET' }, limitsOf(ms))
  await expect(ask('/silent', 50)).rejects.toThrow(new RequestFailed('no answer in time'))
  await expect(ask('/long')).rejects.toThrow('longer than 1000 bytes')
  expect(await ask('/empty')).toMatchObject({ status: 204, text: '' })
})

it('a redirect is handed on and not followed', async () => {
  const { inner } = await openWays()
  const reply = await requestText(inner, `${SITE}/moved`, { method: 'GET' }, limitsOf(5_000))
  expect(reply).toMatchObject({ status: 303, location: '/elsewhere' })
})

it('a command that finds no site fails like any other call', async () => {
  const send = createDirectFetch({ host: '127.0.0.1', port: 9 })
  await expect(requestText(send, `${SITE}/x`, { method: 'GET' }, limitsOf(5_000))).rejects.toBeInstanceOf(RequestFailed)
})
