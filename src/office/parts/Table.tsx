// A table of the office: dense rows, one of them selected. `j` and `k`, or the arrows, move between rows. On a phone each row is a card,
// whose values have the headers of their columns above them.
import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import styles from './table.module.css'

const features = tableFeatures({})

/** A column of rows: its header in words, and its cell. */
export type Column<Row extends RowData> = ColumnDef<typeof features, Row>

interface TableProps<Row extends RowData> {
  /** The name for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The key of the selected row. */
  selected?: string | undefined
  /** The ids of columns of numbers, which end in one line. */
  numbers?: readonly string[]
  /** The ids of columns that are left out where the table is narrow: the panel beside it shows them. */
  spare?: readonly string[]
}

/** Steps of the keys that move between rows. */
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** What has the focus in a row: its link, else its first control. */
const ROW_FOCUS = 'a[href], button'

/** Moves the focus to the same place of another row. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const row = (event.target as Element).closest('tr')
  const rows = [...event.currentTarget.rows]
  const next = row === null ? undefined : rows[rows.indexOf(row) + step]
  const target = next?.querySelector<HTMLElement>(ROW_FOCUS)
  if (target === null || target === undefined) return
  event.preventDefault()
  target.focus()
}

/**
 * Draws a header or a cell. Not `flexRender`, which makes a component of the function: columns are made anew in every render, so that every
 * cell would be mounted anew, and the focus in it lost.
 */
function drawn<Context>(template: string | ((context: Context) => unknown) | undefined, context: Context): ReactNode {
  return (typeof template === 'function' ? template(context) : template) as ReactNode
}

/** Returns what a value of a card is called: a header in words, else nothing. */
const nameOf = (header: unknown): string | undefined => (typeof header === 'string' ? header : undefined)

export function Table<Row extends RowData>({
  label,
  columns,
  rows,
  keyOf,
  selected,
  numbers = [],
  spare = [],
}: TableProps<Row>): ReactElement {
  const table = useTable({ features, columns: [...columns], data: rows, getRowId: keyOf })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled by keyboard
    <section className={styles.box} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  data-number={numbers.includes(header.column.id) || undefined}
                  data-spare={spare.includes(header.column.id) || undefined}
                >
                  {drawn(header.column.columnDef.header, header.getContext())}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={moveFocus}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-selected={row.id === selected || undefined}>
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  data-name={nameOf(cell.column.columnDef.header)}
                  data-number={numbers.includes(cell.column.id) || undefined}
                  data-spare={spare.includes(cell.column.id) || undefined}
                >
                  {drawn(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
