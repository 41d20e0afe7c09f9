// A sandbox needs no network to reach its own stand-ins: neither a proxy of the environment nor its address is between them.
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { STAND_IN_PLAYERS } from '../../src/server/steam/stand-in-players.ts'
import { RetryingPlayer } from '../support/sites/retrying-player.ts'
import { type ServerProcess, serverProcess } from '../support/sites/server-process.ts'

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

interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  readonly browse: (path: string, form?: URLSearchParams) => Promise<Reply>
}

/** A browser that keeps cookies and follows no redirect. `fetch` would not send the site's own host. */
function createBrowser(address: string): Browser {
  const cookies = new Map<string, string>()
  const browse: Browser['browse'] = async (path, form) => {
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
  return { cookies, browse }
}

/** Signs in at Steam's stand-in; returns the one-time code of the site. */
async function codeOf(browse: Browser['browse']): Promise<string> {
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
  return new URLSearchParams(new URL(result.location, SITE_URL).hash.slice(1)).get('code') ?? ''
}

/** Pays an order of $10 at the stand-in of the payment provider, which tells the site by a webhook. */
async function deposit(player: RetryingPlayer, browse: Browser['browse'], userId: number): Promise<void> {
  const body = JSON.stringify({ method_name: 'sandbox-card', sum: 10, promocode: '', user_id: userId })
  const { url } = JSON.parse((await player.post('/api/payment/create/sandbox?currency=USD', body)).text)
  const token = new URL(url).searchParams.get('token') ?? ''
  const paid = await browse('/sandbox/payment/outcome', new URLSearchParams({ token, outcome: 'pay' }))
  expect(paid.status).toBe(303)
}

it.each([
  ['behind a proxy that does not answer', { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE }],
  ['that listens at another address of the machine', { HOST: '127.0.0.2' }],
])('a sandbox %s lets players sign in and deposit', async (_where, environment) => {
  server = serverProcess({
    DATA_DIR: join(tmpdir(), `spacedrop-network-${process.pid}-${performance.now()}`),
    SITE_URL,
    HOUSE_PLAYERS: 'off',
    ...environment,
  })
  await server.start(0)
  const { browse, cookies } = createBrowser(await server.address())
  const signIn = { playerId: 0, code: await codeOf(browse), browser: cookies.get('sign_in') ?? '' }
  const player = await RetryingPlayer.signIn(server, signIn)
  const userNow = async (): Promise<{ id: number; balance: number }> =>
    JSON.parse(await player.read('/api/user/get')).user
  const { id, balance } = await userNow()
  await deposit(player, browse, id)
  await expect.poll(async () => (await userNow()).balance).toBe(balance + 1_000)
})
