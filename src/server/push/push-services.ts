// The push services of browsers. A subscription names the address that the server sends to, so only these hosts are accepted.
import { isLoopback } from '../network/safe-address.ts'

/**
 * Tells whether an address belongs to one of the push services: https at the default port of a listed host. A host on this machine,
 * which only a sandbox may list, has its port in the list and may be http.
 *
 * @param services hosts; `*.example.com` stands for every host below `example.com`
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (isLoopback(url.hostname)) return /^https?:$/.test(url.protocol) && services.includes(url.host)
  if (url.protocol !== 'https:' || url.port !== '') return false
  return services.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host))
}
