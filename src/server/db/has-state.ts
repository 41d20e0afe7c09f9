// Conditions on a state, with the state in the text of the statement. The site's plans know no values (`plan_cache_mode` in postgres.ts), and a
// plan that does not know which state is asked for cannot use an index that holds the rows of that state alone.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

const STATE = /^[a-z][a-z_-]*$/

function literals(states: readonly unknown[]): { readonly listed: SQL; readonly isOne: boolean } {
  const words = states.map(String)
  if (words.length === 0 || !words.every((word) => STATE.test(word))) throw new TypeError(`No states: ${words}`)
  return { listed: sql.raw(words.map((word) => `'${word}'`).join(', ')), isOne: words.length === 1 }
}

/** Returns the condition that a column has one of these states: words of the code, never a text of a caller. */
export function hasState<Column extends PgColumn>(column: Column, ...states: readonly Column['_']['data'][]): SQL {
  const { listed, isOne } = literals(states)
  return isOne ? sql`${column} = ${listed}` : sql`${column} in (${listed})`
}

/** Returns the condition that a column has none of these states. */
export function lacksState<Column extends PgColumn>(column: Column, ...states: readonly Column['_']['data'][]): SQL {
  const { listed, isOne } = literals(states)
  return isOne ? sql`${column} <> ${listed}` : sql`${column} not in (${listed})`
}
