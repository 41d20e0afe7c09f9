// Checks that operators' commands and services keep apart: a back office calls the same services, without SQL or a terminal of its own.
import type { Fault, SourceFile } from './tree.ts'

const RULES = [
  {
    folder: 'scripts/ops/',
    pattern:
      /from 'drizzle-orm|\bqueryRows\b|\bqueries\s*\.\s*(?:select|insert|update|delete|execute|\$count)|[`'"](?:select|insert|update|delete) /,
    fault: 'has a query: make it a function of src/server/services',
  },
  {
    folder: 'src/server/services/',
    pattern: /npm run ops|--by-hand/,
    fault: 'names a command: give the error a code, and the command its hint',
  },
]

/** Returns queries in commands, and commands in services. */
export function operatorFaults(files: readonly SourceFile[]): Fault[] {
  return RULES.flatMap(({ folder, pattern, fault }) =>
    files
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ path, text }) => {
        const index = text.search(pattern)
        return index < 0 ? [] : [{ file: `${path}:${text.slice(0, index).split('\n').length}`, fault }]
      }),
  )
}
