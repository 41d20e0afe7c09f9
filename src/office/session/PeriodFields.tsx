// The first and the last day of what a list shows.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../parts/Field.tsx'

interface PeriodFieldsProps {
  from: string | undefined
  to: string | undefined
  /** The last day that can be chosen. */
  last?: string
  /** Receives the day that changed; empty for none. */
  onChange: (change: { readonly from?: string; readonly to?: string }) => void
}

export function PeriodFields({ from, to, last, onChange }: PeriodFieldsProps): ReactElement {
  const { t } = useTranslation('office')
  return (
    <>
      <TextField
        label={t('period.from')}
        type="date"
        value={from ?? ''}
        max={to ?? last}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label={t('period.to')}
        type="date"
        value={to ?? ''}
        min={from}
        max={last}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  )
}
