// A backup in a line.
import { moment } from '../operator.ts'
import type { Manifest } from './backup-file.ts'

/** What is in a backup: of which database, from when, how much. */
export function inWords({ kind, postgres, at, migrations, tables, bytes }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const name = kind === 'pglite' ? 'PGlite' : `PostgreSQL ${postgres}`
  const size = (bytes / 1_000_000).toFixed(1)
  return `${name} of ${moment(new Date(at))} UTC, ${migrations.length} migrations, ${rows} rows in ${Object.keys(tables).length} tables, ${size} MB`
}
