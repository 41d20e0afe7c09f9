// The calls of players that change something, and a path for each.
import type { Route } from '../../support/sites/site.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Forms of the stand-ins, which do not exist in live mode, and webhooks of payment providers, which a signature
 * authenticates.
 */
const NOT_OF_PLAYERS = ['/sandbox/steam/', '/sandbox/payment/', '/sandbox/trade/', '/api/payment/webhook/']

/** Returns those of all routes. */
export function changing(routes: readonly Route[]): Route[] {
  return routes.filter(({ method, url }) => !SAFE.has(method) && !NOT_OF_PLAYERS.some((path) => url.startsWith(path)))
}

/** The letter of nobody. */
const NO_LETTER = '0199a5a0-0000-7000-8000-000000000001'

export const pathOf = ({ url }: Route): string =>
  url
    .replace('/letters/:id', `/letters/${NO_LETTER}`)
    .replace(':tier', 'spark')
    .replaceAll(/:[a-z]+/gi, 'orion')
