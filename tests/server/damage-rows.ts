// Words for rows that damage is done to.

/** What was done, the statements that do it, and the rule that has to find it. */
export type Damage = readonly [what: string, statements: string, rule: RegExp]

export const UUID = "'00000000-0000-7000-8000-000000000000'"

/** The oldest item, roll, order or transfer of a kind: there is one of each after what the test has played. */
export const first = (table: string, where = 'true'): string =>
  `(select id from ${table} where ${where} order by id limit 1)`
