// A complete sandbox for the tests: the stand-in on a real port, a browser that signs in there, and a record of every
// requested address.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import type { Fetch } from '../../../src/server/network/bounded-request.ts'
import type { OpenIdProvider } from '../../../src/server/steam/provider.ts'
import { createSteamSignIn, type SteamSignIn } from '../../../src/server/steam/sign-in.ts'
import { sandboxProvider, steamStandIn } from '../../../src/server/steam/stand-in.ts'
import { STAND_IN_PLAYERS } from '../../../src/server/steam/stand-in-players.ts'

export const NOON = Date.UTC(2026, 2, 14, 12, 0, 0)
export const SECRET = 'a secret of the tests, which is long enough'
export const PLAYER = STAND_IN_PLAYERS[0]?.steamid ?? ''
export const OTHER_PLAYER = STAND_IN_PLAYERS[1]?.steamid ?? ''
export const CONFIRMATION = { confirmedAt: new Date(NOON - 1000), termsVersion: '2026-03-01' }

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

export interface Sandbox {
  readonly siteUrl: string
  readonly app: FastifyInstance
  readonly provider: OpenIdProvider
  readonly clock: { ms: number }
  /** Every address that the server requested, in order. */
  readonly asked: string[]
  /** The claimed nonce: a session is opened for nothing else. */
  readonly claims: Set<string>
  readonly fetch: Fetch
  /** The sign-in with a provider; the strict stand-in by default. */
  signIn(changes?: { provider?: OpenIdProvider; secret?: string; timeoutMs?: number }): SteamSignIn
  /** The steps of a browser: opens the page, selects, and returns with this query. */
  choose(address: string, player: string): Promise<string>
  close(): Promise<void>
}

export async function openSandbox(): Promise<Sandbox> {
  // The routes need the port, so the listener comes first.
  const server = createServer()
  const siteUrl = await listen(server)
  const clock = { ms: NOON }
  const app = fastify({
    serverFactory: (handler) => {
      server.on('request', handler)
      return server
    },
  })
  await app.register(steamStandIn, {
    prefix: '/sandbox/steam',
    siteUrl,
    languageOf: () => 'en' as const,
    now: () => clock.ms,
  })
  await app.ready()
  const provider = sandboxProvider(siteUrl)
  const asked: string[] = []
  const claims = new Set<string>()
  const recorded: Fetch = (address, init) => {
    asked.push(address)
    return fetch(address, init)
  }
  return {
    siteUrl,
    app,
    provider,
    clock,
    asked,
    claims,
    fetch: recorded,
    signIn: (changes = {}) =>
      createSteamSignIn({
        siteUrl,
        provider,
        secret: SECRET,
        fetch: recorded,
        now: () => clock.ms,
        claimOnce: async (key) => !claims.has(key) && claims.add(key).has(key),
        ...changes,
      }),
    async choose(address, player) {
      const page = await (await fetch(address)).text()
      const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
      const form = new URLSearchParams(
        fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
      )
      form.set('player', player)
      const action = /<form method="post" action="([^"]*)">/.exec(page)?.[1] ?? ''
      const reply = await fetch(new URL(action, siteUrl), { method: 'POST', body: form, redirect: 'manual' })
      const target = new URL(reply.headers.get('location') ?? '')
      if (reply.status !== 303 || target.pathname !== '/api/auth/steam/return')
        throw new Error(`The stand-in answered ${reply.status}`)
      return target.search.slice(1)
    },
    async close() {
      await app.close()
      if (server.listening) await closeServer(server)
    },
  }
}
