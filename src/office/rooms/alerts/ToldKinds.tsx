// What the role of a member is told of, after how long, and when the night is.
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnAlertsReply } from '../../../protocol/office/alerts.ts'
import { Chip } from '../../parts/Chip.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import styles from './alerts.module.css'

type ToldKind = OwnAlertsReply['kinds'][number]

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Writes a time of day, in minutes after midnight, as `22:00`. */
function clockOf(minute: number): string {
  return [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

function afterWords(minutes: number, t: TFunction<'officeAlerts'>): string {
  if (minutes === 0) return t('own.at-once')
  if (minutes % DAY_MINUTES === 0) return t('own.days', { count: minutes / DAY_MINUTES })
  if (minutes % HOUR_MINUTES === 0) return t('own.span-hours', { count: minutes / HOUR_MINUTES })
  return t('own.minutes', { count: minutes })
}

export function ToldKinds({ kinds, quiet, timeZone }: OwnAlertsReply): ReactElement {
  const { t } = useTranslation('officeAlerts')
  const columns: readonly Column<ToldKind>[] = [
    {
      id: 'kind',
      header: t('own.kind'),
      cell: ({ row: { original } }) => (
        <span className={styles.acts}>
          <span>{t(`kinds.${original.kind}`)}</span>
          {original.urgent ? <Chip tone="warn">{t('own.urgent')}</Chip> : null}
        </span>
      ),
    },
    { id: 'after', header: t('own.after'), cell: ({ row }) => afterWords(row.original.afterMinutes, t) },
  ]
  return (
    <>
      <h2>{t('own.told')}</h2>
      {kinds.length === 0 ? (
        <p>{t('own.told-none')}</p>
      ) : (
        <Table label={t('own.told')} columns={columns} rows={kinds} keyOf={({ kind }) => kind} />
      )}
      <p className="lead">{t('own.hours', { from: clockOf(quiet.from), to: clockOf(quiet.to), zone: timeZone })}</p>
    </>
  )
}
