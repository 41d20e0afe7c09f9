// Formats rows, fields and times for a terminal.

/** Shown where there is no value. */
export const NONE = '-'

export interface Column {
  readonly title: string
  /** Aligns to the right, as for numbers. */
  readonly right?: true
}

/** Formats rows under the titles of their columns, aligned. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...rows]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const cell = (text: string, at: number): string =>
    columns[at]?.right ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n')
}

/** Formats rows below a heading and an empty line. */
export function formatSection(title: string, columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  return `\n${title}\n${rows.length === 0 ? 'none' : formatTable(columns, rows)}`
}

/** Formats names and values, a line each. */
export function formatFields(lines: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n')
}

/** Returns left-aligned columns. */
export function columnsOf(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title }))
}

/** Formats a time in UTC to the second: 2026-11-21 12:00:00. */
export function formatTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

/** Formats a time, or its absence. */
export function formatTimeOrNone(at: Date | null): string {
  return at === null ? NONE : formatTime(at)
}
