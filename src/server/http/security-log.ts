// The security log: one line an event with ids and addresses, for operators to read after an attack. It contains no secrets.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SecurityCounts } from '../services/operations/security-counts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts events for the office; without it they are only logged. */
    countSecurity?: (event: SecurityEvent, code: string, call: string) => void
  }
}

/** The level of each event: warnings for refused calls, info for the rest. */
const LEVELS = {
  'sign-in': 'info',
  'sign-in-refused': 'warn',
  'sign-out': 'info',
  'trade-link': 'info',
  'data-download': 'info',
  erasure: 'info',
  'forged-call': 'warn',
  'not-allowed': 'warn',
  limit: 'warn',
  'notice-refused': 'warn',
  'passkey-added': 'info',
  'passkey-removed': 'info',
} as const

export type SecurityEvent = keyof typeof LEVELS

/**
 * Logs an event: its name in `security`, the player, the address and the call.
 *
 * @param facts ids and reasons; never a token, a code or user input
 */
export function logSecurity(
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
  // The reason of a refused notice is worded by its provider.
  const code = event === 'notice-refused' ? facts.provider : (facts.code ?? facts.reason)
  request.server.countSecurity?.(event, typeof code === 'string' ? code : '', line.call)
}

/** Counts the events of an app from now on. */
export function countSecurity(
  app: FastifyInstance,
  counts: Pick<SecurityCounts, 'note'>,
  source: 'site' | 'office',
): void {
  app.decorate('countSecurity', (event: SecurityEvent, code: string, call: string) =>
    counts.note({ source, event, code, call }),
  )
}
