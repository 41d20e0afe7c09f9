// Which addresses are this site: for the Origin of calls and sockets, and for the realtime server in the security policy.
import type { Config } from './config.ts'

/**
 * Tells whether a request's Origin is the site. The sandbox also believes the address that the browser asked, so that it works
 * under any name of the machine; in live mode SITE_URL alone counts.
 */
export function originAllowed(config: Config): (origin: string, host: string | undefined) => boolean {
  const own = new URL(config.siteUrl).origin
  return (origin, host) =>
    origin === own || (config.mode === 'sandbox' && host !== undefined && origin === `http://${host}`)
}

/** Sockets have a port of their own, so in the sandbox the same machine name under another port is the site too. A Host that is none is nobody's. */
export function socketOriginAllowed(config: Config, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return false
  const own = originAllowed(config)
  if (own(origin, undefined)) return true
  if (config.mode === 'live' || host === undefined || !URL.canParse(origin)) return false
  const asked = URL.parse(`http://${host}`)
  return asked !== null && new URL(origin).hostname === asked.hostname
}

/** The port of the realtime server where it is not the one that browsers take unasked; null where it is. */
export function namedRealtimePort({ siteUrl, realtimePort, mode }: Config): number | null {
  const usual = siteUrl.startsWith('https') ? 8443 : 8081
  return realtimePort === usual || mode === 'live' ? null : realtimePort
}

/** Origins of the realtime server as CSP sources. */
export function realtimeOrigins(config: Config): string[] {
  if (config.mode === 'sandbox') return [`ws://*:${config.realtimePort}`, `http://*:${config.realtimePort}`]
  const { hostname } = new URL(config.siteUrl)
  return [`wss://${hostname}:8443`, `https://${hostname}:8443`]
}
