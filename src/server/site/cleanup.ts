// Closes what a site has opened, the last first.

/** What was opened and has to be closed. */
export interface Cleanup {
  add(close: () => Promise<void>): void
  /** Closes the last first; a failure does not keep the others open. */
  all(): Promise<void>
}

/** Makes an empty list of what has to be closed. */
export function createCleanup(): Cleanup {
  const opened: (() => Promise<void>)[] = []
  return {
    add: (close) => void opened.push(close),
    async all() {
      const faults: unknown[] = []
      for (const close of opened.reverse()) await close().catch((fault: unknown) => faults.push(fault))
      if (faults.length > 0) throw new AggregateError(faults, 'Not every part of the site could be closed')
    },
  }
}
