// One request at a time for data that may change while it is read.

/**
 * Makes a function that runs one read at a time, and once more where it was called during the read.
 *
 * @param read reads and stores the data, and handles its own faults
 */
export function singleFlight(read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | null = null
  let isStale = false

  async function readOn(): Promise<void> {
    do {
      isStale = false
      await read()
    } while (isStale)
  }

  return async () => {
    isStale = true
    reading ??= readOn().finally(() => {
      reading = null
    })
    await reading
  }
}
