// The address of a caller, and the networks that it belongs to.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

/** The networks of a caller, as keys for limits and caps. */
export interface Networks {
  /** The address itself; of IPv6 its /64, because every connection can choose from that many addresses. */
  readonly network: string
  /** Its /48; undefined for IPv4. */
  readonly wider: string | undefined
}

const GROUPS = 8

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // A link-local address names its interface after a percent sign.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const [left, right] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  if (left === undefined || right === undefined || after === undefined) return before.split(':')
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => '0'), ...right]
}

/** The networks of the last callers by IPv6: each call asks several times, and parsing takes 12 µs. */
const known = new LRUCache<string, Networks>({ max: 10_000 })

/** Returns the networks of an address. One that maps IPv4 is that IPv4 address. */
export function networksOf(address: string): Networks {
  // Most addresses have no colon; the test for IPv6 is a long regular expression.
  if (!address.includes(':') || !isIPv6(address)) return { network: address, wider: undefined }
  const found = known.get(address) ?? parseNetworks(address)
  known.set(address, found)
  return found
}

function parseNetworks(address: string): Networks {
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bytes = groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    return { network: bytes.join('.'), wider: undefined }
  }
  return { network: `${groups.slice(0, 4).join(':')}::/64`, wider: `${groups.slice(0, 3).join(':')}::/48` }
}

/**
 * Returns the address of a caller where Fastify does not: at the sockets.
 *
 * @param trustProxy how many proxies are in front, each of which appends the address of its caller
 */
export function callerAddress({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((list) => list.split(','))
  const callers = [...forwarded.map((address) => address.trim()), socket.remoteAddress ?? '']
  return callers.at(-1 - Math.min(trustProxy, callers.length - 1)) ?? ''
}

/** Returns the subnet of an address: its /24, of IPv6 its /48. */
export function subnetOf(address: string): string {
  const { network, wider } = networksOf(address)
  return wider ?? `${network.split('.').slice(0, 3).join('.')}.0/24`
}
