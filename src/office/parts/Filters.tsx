// The filters of a list in one line.
import type { ReactElement, ReactNode } from 'react'
import styles from './filters.module.css'

export function Filters({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <search className={styles.filters} aria-label={label}>
      {children}
    </search>
  )
}
