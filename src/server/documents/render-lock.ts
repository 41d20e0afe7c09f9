// Renders previews one at a time, with no other page beside them: a process has one name of the shop for all its texts, and a preview may
// have another one.

export interface RenderLock {
  /** Does work that others of its kind may run beside. */
  shared<Result>(work: () => Promise<Result>): Promise<Result>
  /** Does work that nothing runs beside; what comes later waits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Makes the lock of one renderer. */
export function createRenderLock(): RenderLock {
  const running = new Set<Promise<unknown>>()
  /** Ends with the last work that runs alone. */
  let gate: Promise<unknown> = Promise.resolve()
  return {
    shared: async (work) => {
      await gate
      const run = work()
      running.add(run)
      try {
        return await run
      } finally {
        running.delete(run)
      }
    },
    alone: (work) => {
      const before = gate
      const run = (async () => {
        await before
        await Promise.allSettled([...running])
        return work()
      })()
      gate = run.catch(() => undefined)
      return run
    },
  }
}
