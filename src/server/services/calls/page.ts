// Pages of a list: queries read one row more than a page holds, so that a next page is offered only where something follows.

/** The number of rows on a page. */
export const PAGE = 50

/** The number of rows to read for a page: its own and the first one after it. */
export const PAGE_LIMIT = PAGE + 1

export interface Page<Row> {
  readonly rows: Row[]
  /** Where the next page begins; null after the last row. */
  readonly cursor: string | null
}

/**
 * Cuts a page off rows that were read with a limit of one more than it holds, which is `PAGE_LIMIT` for most lists.
 *
 * @param cursorOf returns the cursor that leads to the rows after the one it is given
 */
export function pageOf<Row>(read: readonly Row[], cursorOf: (last: Row) => string, most: number = PAGE): Page<Row> {
  const rows = read.slice(0, most)
  const last = rows.at(-1)
  return { rows, cursor: read.length > most && last !== undefined ? cursorOf(last) : null }
}
