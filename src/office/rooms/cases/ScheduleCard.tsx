// When a case is sold: from a moment, until one, or always.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { TextField } from '../../parts/Field.tsx'
import type { CardProps } from './card-props.ts'
import styles from './cases.module.css'

const MINUTE_MS = 60_000

/** Writes a moment as a field of date and time has it, in the reader's time zone; empty for none. */
function fieldText(iso: string | undefined): string {
  if (iso === undefined || Number.isNaN(Date.parse(iso))) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

/** Reads such a field; undefined for an empty one. */
function momentOf(text: string): string | undefined {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

export function ScheduleCard({ record, locked, onChange }: CardProps): ReactElement {
  const { t } = useTranslation('officeCaseEditor')
  const always = record.from === undefined && record.until === undefined
  return (
    <Card title={t('schedule.title')}>
      <p className={styles.hint}>{t('schedule.hint')}</p>
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          type="datetime-local"
          label={t(`schedule.${name}`)}
          readOnly={locked !== undefined}
          value={fieldText(record[name])}
          onChange={({ target }) => onChange({ ...record, [name]: momentOf(target.value) })}
        />
      ))}
      <div>
        <Button
          disabledReason={locked ?? (always ? t('schedule.is-always') : undefined)}
          onClick={() => onChange({ ...record, from: undefined, until: undefined })}
        >
          {t('schedule.always')}
        </Button>
      </div>
    </Card>
  )
}
