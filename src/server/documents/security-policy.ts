// The content security policy of a document: its inline scripts by their hashes, nothing else inline.
import { createHash } from 'node:crypto'

/** Matches comments, scripts with their attributes and text, and other tags whole: `<script>` in an attribute's value is no script. */
const ELEMENTS =
  /<!--[\s\S]*?-->|<script\b((?:"[^"]*"|'[^']*'|[^"'>])*)>([\s\S]*?)<\/script>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi

/** Returns the hashes of a document's inline scripts as CSP sources. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes, text = ''] of html.matchAll(ELEMENTS)) {
    if (attributes === undefined || /\ssrc=|type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}

/** Hosts of the pictures of players and items, besides the site itself. */
const PICTURE_HOSTS = ['https://*.steamstatic.com', 'https://steamcdn-a.akamaihd.net']

/**
 * Returns the policy as a header.
 *
 * @param html the document
 * @param realtime origins of the realtime server, e.g. `ws://localhost:8081`
 */
export function securityPolicy(html: string, realtime: readonly string[], secure: boolean): string {
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(html)],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...PICTURE_HOSTS],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...realtime],
    'media-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
