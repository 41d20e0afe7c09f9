// The link that downloads a table. Members without the right see a button that says why.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import { useDisabledReason } from '../../session/ActButton.tsx'
import { type Query, queryText } from '../../session/api.ts'
import styles from './today.module.css'

interface CsvLinkProps {
  table: string
  /** The title of the table, for screen readers. */
  title: string
  query?: Query
}

export function CsvLink({ table, title, query = {} }: CsvLinkProps): ReactElement {
  const { t } = useTranslation('officeToday')
  const reason = useDisabledReason('today.export')
  if (reason !== undefined) {
    return (
      <Button tone="ghost" disabledReason={reason} aria-label={t('csv-of', { title })}>
        CSV
      </Button>
    )
  }
  return (
    <a
      className={styles.csv}
      href={`/office/api/today/tables/${table}${queryText(query)}`}
      download
      aria-label={t('csv-of', { title })}
    >
      CSV
    </a>
  )
}
