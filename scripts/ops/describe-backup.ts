// Describes a backup in a line.

import type { Manifest } from '../../src/server/services/operations/backup/file.ts'
import { formatTime } from '../cli/table.ts'

/** Returns what a backup contains: of which database, from when, how much. */
export function describeBackup({ kind, postgres, at, site, tables, bytes }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const name = kind === 'pglite' ? 'PGlite' : `PostgreSQL ${postgres}`
  const size = (bytes / 1_000_000).toFixed(1)
  return `${name} of ${formatTime(new Date(at))} UTC, SPACEDROP ${site}, ${rows} rows in ${Object.keys(tables).length} tables, ${size} MB`
}
