// How long islands below the first screen, which an address may open, wait for an idle browser.

/**
 * The option of `client:idle`. A browser that paints nothing may not report idle time for many seconds, and a busy one has none: islands
 * hydrate after two seconds in any case.
 */
export const WHEN_IDLE = { timeout: 2_000 } as const
