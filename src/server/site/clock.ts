// The clock of this process: the machine's, or in a sandbox with CLOCK a simulated one.
import type { Config } from '../config/config.ts'
import type { SandboxClock } from '../sandbox/clock.ts'

/** Returns the clock of a sandbox that has one of its own; undefined where the machine's clock counts. */
export async function openClock({ mode, clockMs }: Config): Promise<SandboxClock | undefined> {
  if (mode === 'live' || clockMs === undefined) return undefined
  const { createSandboxClock } = await import('../sandbox/clock.ts')
  return createSandboxClock(clockMs)
}
