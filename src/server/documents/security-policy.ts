// The content security policy of a document: its inline scripts and styles by their hashes, nothing else inline.
import { inlineHashes, stylePolicy } from '../base/inline-hashes.ts'

/** Hosts of the pictures of players and items, besides the site itself. */
const PICTURE_HOSTS = ['https://*.steamstatic.com', 'https://steamcdn-a.akamaihd.net']

/**
 * Returns the policy as a header.
 *
 * @param html the document
 * @param frames origins whose pages may show it in a frame; none where it is left out
 * @param realtime origins of the realtime server, e.g. `ws://localhost:8081`
 */
export function securityPolicy(
  html: string,
  realtime: readonly string[],
  secure: boolean,
  frames: readonly string[] = [],
): string {
  const hashes = inlineHashes(html)
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes.scripts],
    ...stylePolicy(hashes),
    'img-src': ["'self'", 'data:', ...PICTURE_HOSTS],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...realtime],
    'media-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': frames.length === 0 ? ["'none'"] : frames,
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
