// Which addresses are on this machine, and which the server may read from.

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Tells whether a host, as URLs write it, is this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** Tells whether responses cannot be changed in transit: https, or http to this machine only. */
export function isSafeAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
