// The form of what the books have to keep.

/** One rule that the books have to keep, and a query that finds the first row that breaks it. */
export interface Rule {
  readonly name: string
  readonly broken: string
}
