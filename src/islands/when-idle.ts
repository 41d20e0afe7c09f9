// How long an island of the shell waits for an idle moment.

/**
 * For `client:idle`. A browser that draws nothing, for a page that lies still, may not call a moment idle for many seconds, and one
 * that is busy has none: after two seconds the island comes alive all the same.
 */
export const WHEN_IDLE = { timeout: 2_000 } as const
