// The link that downloads a table. Members without the right see a button that says why.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import { useDisabledReason } from '../../session/ActButton.tsx'
import { type Query, queryText } from '../../session/api.ts'
import { CsvLink as Download } from '../../session/CsvLink.tsx'

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
  return <Download path={`/today/tables/${table}${queryText(query)}`} label={t('csv-of', { title })} />
}
