// The form of a ledger rule.

/** A rule of the ledger, and a query that finds the first row that breaks it. */
export interface Rule {
  readonly name: string
  readonly broken: string
}
