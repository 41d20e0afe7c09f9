// A fake server in the place of the real one for the tests of a file, and an empty browser around it.
import { afterEach, beforeEach, vi } from 'vitest'
import { ServerStub } from './server-stub.ts'

export interface ServerFixture {
  /** Without calls and responses before each test. */
  readonly wire: ServerStub
  /** What the test has logged as errors, by their arguments. */
  readonly logged: unknown[][]
}

/**
 * Sets up a server before each test of a file, and takes it and the test's stubs away afterwards.
 *
 * @param timers the timers that the tests drive themselves; the real ones without it
 */
export function openServerFixture(timers?: Parameters<typeof vi.useFakeTimers>[0]): ServerFixture {
  const wire = new ServerStub()
  const logged: unknown[][] = []

  beforeEach(() => {
    wire.reset()
    wire.open()
    logged.length = 0
    vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void logged.push(line))
    if (timers !== undefined) vi.useFakeTimers(timers)
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  return { wire, logged }
}
