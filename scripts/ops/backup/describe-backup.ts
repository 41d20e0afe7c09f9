// Describes a backup in a line.
import { formatTime } from '../../cli/table.ts'
import type { Manifest } from './backup-file.ts'

/** Returns what a backup contains: of which database, from when, how much. */
export function describeBackup({ kind, postgres, at, site, migrations, tables, bytes }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const name = kind === 'pglite' ? 'PGlite' : `PostgreSQL ${postgres}`
  const size = (bytes / 1_000_000).toFixed(1)
  const version = site === undefined ? '' : `SPACEDROP ${site}, `
  return `${name} of ${formatTime(new Date(at))} UTC, ${version}${migrations.length} migrations, ${rows} rows in ${Object.keys(tables).length} tables, ${size} MB`
}
