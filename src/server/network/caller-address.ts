// The address of a caller: behind trusted proxies, the one that the outermost proxy saw. Headers that the caller wrote are ignored.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { plainAddress } from './networks.ts'

/** How many proxies are in front, each of which appends the address of its caller; or their addresses. */
export type TrustedProxies = number | readonly string[]

/** Networks by their names, which Express and nginx call alike. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const RANGE = /^([^/]+)\/(\d{1,3})$/
/** A whole family of addresses is no list of proxies: everyone could write an address. */
const LEAST_BITS = 1

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Tells whether a text is an address, a range of addresses or the name of one. */
export function isProxyEntry(entry: string): boolean {
  if (Object.hasOwn(NAMED, entry) || isIP(entry) !== 0) return true
  const [, address = '', bits] = RANGE.exec(entry) ?? []
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(bits) >= LEAST_BITS && Number(bits) <= most
}

/** Returns a test whether an address is one of the proxies of a list. */
export function isTrusted(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries.flatMap((name) => NAMED[name] ?? [name])) {
    const [, network = '', bits] = RANGE.exec(entry) ?? []
    if (bits === undefined) list.addAddress(plainAddress(entry) ?? entry, familyOf(plainAddress(entry) ?? entry))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  return (address) => {
    const plain = plainAddress(address)
    return plain !== undefined && list.check(plain, familyOf(plain))
  }
}

/** Returns what proxies said, the nearest first. */
function forwardedIn(headers: IncomingMessage['headers']): string[] {
  const lists = [headers['x-forwarded-for'] ?? []].flat().flatMap((list) => list.split(','))
  return lists.map((entry) => entry.trim()).reverse()
}

/** Returns a function that returns the address of a caller; empty for a connection that has closed. */
export function callerAddress(trust: TrustedProxies): (request: IncomingMessage) => string {
  const isProxy = typeof trust === 'number' ? (_address: string, hop: number): boolean => hop < trust : isTrusted(trust)
  return ({ headers, socket }) => {
    let address = plainAddress(socket.remoteAddress ?? '') ?? ''
    if (trust === 0 || address === '') return address
    for (const [hop, entry] of forwardedIn(headers).entries()) {
      if (!isProxy(address, hop)) break
      const before = plainAddress(entry)
      // What is no address was written by nobody who is trusted: the proxy that passed it on is all that is known.
      if (before === undefined) break
      address = before
    }
    return address
  }
}

/**
 * Returns a function that leaves the address of its caller in a request as all that proxies said, and no other claim about it.
 */
export function settleForwarded(trust: TrustedProxies): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => void {
  const addressOf = callerAddress(trust)
  return (request) => {
    const address = addressOf(request as IncomingMessage)
    for (const name of ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']) delete request.headers[name]
    request.headers['x-forwarded-for'] = address
  }
}
