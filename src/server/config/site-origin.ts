// The site's own origins: for the Origin of calls and sockets, and for the realtime server in the security policy.
import type { Config } from './config.ts'

/**
 * Returns a test whether a request's Origin is the site. The sandbox also accepts the host that the browser asked, so that it
 * works under any name of the machine; in live mode SITE_URL alone counts.
 */
export function originAllowed(config: Config): (origin: string, host: string | undefined) => boolean {
  const own = new URL(config.siteUrl).origin
  return (origin, host) =>
    origin === own || (config.mode === 'sandbox' && host !== undefined && origin === `http://${host}`)
}

/**
 * Tells whether a socket's Origin is the site. Sockets have their own port, so in the sandbox the same host with another port
 * counts too. An invalid Host never matches.
 */
export function socketOriginAllowed(config: Config, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false
  const own = originAllowed(config)
  if (own(origin, undefined)) return true
  if (config.mode === 'live' || host === undefined || !URL.canParse(origin)) return false
  const asked = URL.parse(`http://${host}`)
  return asked !== null && new URL(origin).hostname === asked.hostname
}

/** Returns the realtime port when browsers have to be told of it; null for the default one. */
export function nonDefaultRealtimePort({ siteUrl, realtimePort, mode }: Config): number | null {
  const usual = siteUrl.startsWith('https') ? 8443 : 8081
  return realtimePort === usual || mode === 'live' ? null : realtimePort
}

/** Returns the realtime server's origins as CSP sources. */
export function realtimeOrigins(config: Config): string[] {
  if (config.mode === 'sandbox') return [`ws://*:${config.realtimePort}`, `http://*:${config.realtimePort}`]
  const { hostname } = new URL(config.siteUrl)
  return [`wss://${hostname}:8443`, `https://${hostname}:8443`]
}
