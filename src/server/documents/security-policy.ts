// The content security policy of a document: its inline scripts by their hashes, nothing else inline.
import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/** Hashes of the scripts that stand in a document, as CSP sources. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (/type="application\/(ld\+)?json"/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}

/** Where pictures of players and items may come from, besides the site itself. */
const PICTURE_HOSTS = ['https://*.steamstatic.com', 'https://steamcdn-a.akamaihd.net']

/**
 * The policy as a header.
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
