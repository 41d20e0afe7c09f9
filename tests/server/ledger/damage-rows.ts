// Fragments of SQL for rows that are damaged.

/** The damage, its statements, and the rule that has to find it. */
export type Damage = readonly [what: string, statements: string, rule: RegExp]

export const UUID = "'00000000-0000-7000-8000-000000000000'"

/** The oldest item, roll, order or transfer of a kind: one of each exists after the test's games. */
export const first = (table: string, where = 'true'): string =>
  `(select id from ${table} where ${where} order by id limit 1)`
