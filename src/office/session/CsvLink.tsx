// The link that downloads a table.
import type { ReactElement } from 'react'
import styles from './csv-link.module.css'

interface CsvLinkProps {
  /** Below `/office/api`, with its query. */
  path: string
  /** Which table it is, for screen readers. */
  label: string
}

export function CsvLink({ path, label }: CsvLinkProps): ReactElement {
  return (
    <a className={styles.csv} href={`/office/api${path}`} download aria-label={label}>
      CSV
    </a>
  )
}
