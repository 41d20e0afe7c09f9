// A sandbox needs no network to reach its own stand-ins: neither a proxy of the environment nor its address is between them.
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { STAND_IN_PLAYERS } from '../../src/server/steam/stand-in-players.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'

const SITE_URL = 'http://localhost:4321'
/** Nothing answers there. */
const NOWHERE = 'http://127.0.0.1:9'

let server: ServerProcess | undefined

afterEach(() => server?.kill())

interface Reply {
  readonly status: number | undefined
  readonly location: string
  readonly text: string
}

/** A browser that keeps cookies and follows no redirect. `fetch` would not send the site's own host. */
function createBrowser(address: string): (path: string, form?: URLSearchParams) => Promise<Reply> {
  const cookies = new Map<string, string>()
  return async (path, form) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const headers = {
      host: new URL(SITE_URL).host,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const method = form === undefined ? 'GET' : 'POST'
    const url = address + path.replace(SITE_URL, '')
    request(url, { method, headers, agent: false }, resolve).once('error', reject).end(form?.toString())
    const response = await promise
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: response.statusCode, location: response.headers.location ?? '', text: await readText(response) }
  }
}

it.each([
  ['behind a proxy that does not answer', { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE }],
  ['that listens at another address of the machine', { HOST: '127.0.0.2' }],
])('a sandbox %s lets players sign in', async (_where, environment) => {
  server = serverProcess({
    DATA_DIR: join(tmpdir(), `spacedrop-network-${process.pid}-${performance.now()}`),
    SITE_URL,
    HOUSE_PLAYERS: 'off',
    ...environment,
  })
  await server.start(0)
  const browse = createBrowser(await server.address())
  const toSteam = await browse('/api/auth/steam?terms=1&adult=1')
  const page = await browse(toSteam.location)
  const fields = [...page.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g)]
  const form = new URLSearchParams(
    fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as [string, string]),
  )
  form.set('player', STAND_IN_PLAYERS[0]?.steamid ?? '')
  const back = await browse('/sandbox/steam/openid/choose', form)
  const result = await browse(back.location)
  expect(result.location).toMatch(/^\/auth\/callback#code=[\w-]{43}/)
})
