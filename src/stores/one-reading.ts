// Readings of what may change while it is read: one at a time, and once more where somebody asked meanwhile.

/**
 * Makes the call that everybody may make who wants it newer.
 *
 * @param read reads it and keeps it; it has to deal with its own faults
 */
export function oneReading(read: () => Promise<void>): () => Promise<void> {
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
