// A part of the room: a title, the link to its file, and what is below.
import type { ReactElement } from 'react'
import type { Elements } from '../../../islands/ui/own-element.tsx'
import type { Query } from '../../session/api.ts'
import { CsvLink } from './CsvLink.tsx'
import styles from './today.module.css'

interface SectionProps {
  title: string
  /** What has to be known to read it. */
  hint?: string | undefined
  /** The table that can be downloaded. */
  table?: string
  query?: Query
  children: Elements
}

export function Section({ title, hint, table, query, children }: SectionProps): ReactElement {
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {table === undefined ? null : (
          <CsvLink table={table} title={title} {...(query === undefined ? {} : { query })} />
        )}
      </header>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}
