// Addresses that no browser sends.
import type { IncomingMessage } from 'node:http'

/**
 * Returns the address to route by. In a path that cannot be decoded (`/%`, half a character) every `%` is escaped, so that it leads
 * to the same "not found" as any other missing path.
 *
 * @param address path and query as sent
 */
export function routableAddress(address: string): string {
  if (!address.includes('%')) return address
  const [path = '/', ...query] = address.split('?')
  try {
    decodeURIComponent(path)
    return address
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** A whole address: proxies send it, and servers have to accept it (RFC 9112, section 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^\s/?#@]+)(\/[^#]*|\?[^#]*)?$/i

/** Splits a request's target into path and query, and the host where it names one. */
export function splitTarget(target: string): { readonly path: string; readonly host: string | undefined } {
  if (target.startsWith('/')) return { path: target, host: undefined }
  const [, host, rest = ''] = ABSOLUTE.exec(target) ?? []
  if (host === undefined) return { path: target, host }
  return { path: rest.startsWith('/') ? rest : `/${rest}`, host }
}

/** Returns the address to route a request by. The host of a whole address replaces the one of the header, as the standard has it. */
export function addressOfRequest(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { path, host } = splitTarget(request.url ?? '/')
  if (host !== undefined) request.headers.host = host
  return routableAddress(path)
}

/** Returns the path of an address, without its query. */
export function pathOf(address: string): string {
  const query = address.indexOf('?')
  return query < 0 ? address : address.slice(0, query)
}

/** Returns the query of an address with its `?`; empty where it has none. */
export function queryOf(address: string): string {
  const query = address.indexOf('?')
  return query < 0 ? '' : address.slice(query)
}
