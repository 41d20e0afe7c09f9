// Until when a dispute can be answered, and whether it was.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'

interface DeadlineProps {
  dueAt: number | null
  answeredAt: number | null
  isOpen: boolean
}

export function Deadline({ dueAt, answeredAt, isOpen }: DeadlineProps): ReactElement {
  const { t } = useTranslation('officePayments')
  const isLate = isOpen && answeredAt === null && dueAt !== null && dueAt < Date.now()
  return (
    <>
      {dueAt === null ? <span>{t('disputes.no-deadline')}</span> : <Moment at={dueAt} />}{' '}
      {answeredAt === null ? null : <Chip tone="good">{t('disputes.answered')}</Chip>}
      {isLate ? <Chip tone="bad">{t('disputes.late')}</Chip> : null}
    </>
  )
}
