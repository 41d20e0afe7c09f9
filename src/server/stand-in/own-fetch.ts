// How a sandbox's stand-ins are reached: in the process, or by a command at the port of the site. No proxy of the environment, no name server and
// no address that is assumed is between them.
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Fetch } from '../network/bounded-request.ts'

/** Statuses whose responses have no body. */
const WITHOUT_BODY = new Set([204, 205, 304])

function responseOf(status: number, headers: IncomingMessage['headers'], body: Buffer): Response {
  const all = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((part): [string, string] => [name, part]),
  )
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers: all })
}

/**
 * Makes a `fetch` that hands each request to an app. The host of its address does not matter.
 *
 * @param app returns the app, which is made after what asks it
 */
export function createInnerFetch(app: () => Pick<FastifyInstance, 'inject'>): Fetch {
  return async (address, { method = 'GET', headers, body, signal }) => {
    signal?.throwIfAborted()
    const { pathname, search, host } = new URL(address)
    const response = await app().inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: { host, ...Object.fromEntries(new Headers(headers)) },
      ...(typeof body === 'string' && { payload: body }),
      ...(signal && { signal }),
    })
    return responseOf(response.statusCode, response.headers as IncomingMessage['headers'], response.rawPayload)
  }
}

/** Makes a `fetch` that sends each request to one port. The host of its address does not matter. */
export function createDirectFetch({ host, port }: { readonly host: string; readonly port: number }): Fetch {
  // An agent of its own has no proxy, even where NODE_USE_ENV_PROXY is set.
  const agent = new Agent()
  return async (address, { method = 'GET', headers, body, signal }) => {
    const { pathname, search, host: named } = new URL(address)
    const all = { host: named, ...Object.fromEntries(new Headers(headers)) }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const target = { host, port, agent, method, path: pathname + search, headers: all, ...(signal && { signal }) }
    request(target, resolve)
      .once('error', reject)
      .end(typeof body === 'string' ? body : undefined)
    const response = await promise
    return responseOf(response.statusCode ?? 502, response.headers, await buffer(response))
  }
}
