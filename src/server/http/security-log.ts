// What an operator looks for after an attack: a line for each event, with ids and addresses, and nothing that opens anything.
import type { FastifyRequest } from 'fastify'

/** What is worth a line; warnings for what was refused, the rest for the record. */
const LEVELS = {
  'sign-in': 'info',
  'sign-in-refused': 'warn',
  'sign-out': 'info',
  'trade-link': 'info',
  'forged-call': 'warn',
  'not-allowed': 'warn',
  limit: 'warn',
  'notice-refused': 'warn',
} as const

export type SecurityEvent = keyof typeof LEVELS

/**
 * Writes the line of an event: its name in `security`, who, from where and by which call.
 *
 * @param facts ids and reasons; never a token, a code or what somebody typed
 */
export function noteSecurity(
  request: FastifyRequest,
  event: SecurityEvent,
  facts: Readonly<Record<string, string | number | boolean>> = {},
): void {
  const line = {
    security: event,
    player: request.session?.player.id ?? null,
    address: request.ip,
    call: `${request.method} ${request.routeOptions.url ?? ''}`,
    ...facts,
  }
  request.log[LEVELS[event]](line, 'security')
}
