// What an act was about: its kind in words, and its id.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '../../../protocol/office/audit.ts'
import { Id } from '../../parts/Plain.tsx'

export function SubjectText({ subject: { kind, id } }: { subject: AuditRow['subject'] }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <>
      <span>{t(`subjects.${kind}`)}</span> <Id id={id} />
    </>
  )
}
