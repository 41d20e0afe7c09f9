// Node flags for tests and the servers that they start: both run for seconds.

/**
 * For the command line of Node. It compiles PGlite once and quickly; the optimised recompilation would take a third of
 * all the work of a server until its first page. Benchmarks use the operators' flags.
 */
export const NODE_FLAGS: readonly string[] = process.env.VITEST === undefined ? [] : ['--liftoff-only']
