// The address of a caller, and the networks that it belongs to.
import { isIPv4, isIPv6 } from 'node:net'
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

/** Returns the IPv4 address that eight groups of IPv6 map; undefined where they map none. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

function parseNetworks(address: string): Networks {
  const groups = groupsOf(address)
  const mapped = mappedIPv4(groups)
  if (mapped !== undefined) return { network: mapped, wider: undefined }
  return { network: `${groups.slice(0, 4).join(':')}::/64`, wider: `${groups.slice(0, 3).join(':')}::/48` }
}

/** One of the networks of an address, with its share: how many times the limit of an address holds for it. */
export interface NetworkStep {
  readonly network: string
  readonly share: number
}

/** How many times the limit of an address a /56 and a /48 have: what a household and one customer of a hoster get. */
const SHARE_OF_56 = 3
const SHARE_OF_48 = 10

/** Returns the networks of an address that limits count, the narrowest first. */
export function networkSteps(address: string): readonly NetworkStep[] {
  const { network, wider } = networksOf(address)
  if (wider === undefined) return [{ network, share: 1 }]
  const [one, two, three, four = '0'] = network.replace(/::\/64$/, '').split(':')
  const household = (Number.parseInt(four, 16) & 0xff00).toString(16)
  return [
    { network, share: 1 },
    { network: `${one}:${two}:${three}:${household}::/56`, share: SHARE_OF_56 },
    { network: wider, share: SHARE_OF_48 },
  ]
}

/** An address with the port of its connection, or in brackets, as some proxies write it. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/

/** Returns an address without a port, one that maps IPv4 as that IPv4 address; undefined for what is no address. */
export function plainAddress(text: string): string | undefined {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? []
  const address = ipv4 ?? ipv6 ?? text
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  return mappedIPv4(groupsOf(address)) ?? address
}

/** Returns the subnet of an address: its /24, of IPv6 its /48. */
export function subnetOf(address: string): string {
  const { network, wider } = networksOf(address)
  return wider ?? `${network.split('.').slice(0, 3).join('.')}.0/24`
}
