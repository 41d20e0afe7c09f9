// How Node runs tests and the servers that they start: both live for seconds.

/**
 * For the command line of Node. It compiles PGlite once and quickly; what it would then compile better and slower, beside everything
 * else, is a third of all that a server does until its first page. Benchmarks measure as operators run it.
 */
export const NODE_FLAGS: readonly string[] = process.env.VITEST === undefined ? [] : ['--liftoff-only']
