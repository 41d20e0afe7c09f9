// Tells whether a disk that the site writes to is full: that of DATA_DIR by its free space, that of PostgreSQL by its refusals.
import { type DiskSpace, diskSpace } from '../config/data-folder.ts'
import { type Database, DISK_FULL, databaseFault } from './database.ts'

/** PostgreSQL has no way to ask for its free space: after a refusal, its disk counts as full for this long. */
const REMEMBER_MS = 60_000

export interface DiskWatch {
  /** Takes note of an error that a full disk caused; ignores any other. */
  observe(error: unknown): void
  /** Returns which disk is full; null when none is. */
  fullDisk(): Promise<'DATA_DIR' | 'database' | null>
  /** Returns the space on the disk of DATA_DIR; null before the folder exists. */
  space(): Promise<DiskSpace | null>
}

/**
 * Makes the watch over the disks of a site.
 *
 * @param now milliseconds that never go back, e.g. of performance.now()
 */
export function createDiskWatch(folder: string, kind: Database['kind'], now: () => number): DiskWatch {
  let refusedAt = Number.NEGATIVE_INFINITY

  const space = (): Promise<DiskSpace | null> => diskSpace(folder, kind)

  return {
    observe(error) {
      // PGlite is in DATA_DIR, whose space is known.
      if (kind === 'postgres' && databaseFault(error)?.code === DISK_FULL) refusedAt = now()
    },
    async fullDisk() {
      if ((await space())?.isFull === true) return 'DATA_DIR'
      return now() - refusedAt < REMEMBER_MS ? 'database' : null
    },
    space,
  }
}
