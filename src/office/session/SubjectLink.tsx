// What an act was about: its kind in words, and its id, which leads to it.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '../../protocol/office/audit.ts'
import { Id } from '../parts/Plain.tsx'
import { WithdrawalLink } from './WithdrawalLink.tsx'

type Subject = AuditRow['subject']

/** The link to a subject; the id alone where no room shows its kind. */
function SubjectId({ subject: { kind, id, name } }: { subject: Subject }): ReactElement {
  const text = name === undefined ? <Id id={id} /> : <span>{name}</span>
  switch (kind) {
    case 'player':
      return (
        <Link to="/players" search={{ player: id }}>
          {text}
        </Link>
      )
    case 'order':
      return (
        <Link to="/payments" search={{ order: id }}>
          {text}
        </Link>
      )
    case 'withdrawal':
      return <WithdrawalLink id={id} />
    case 'staff':
      return (
        <Link to="/staff" search={{ member: id }}>
          {text}
        </Link>
      )
    case 'edition':
      // Commands are about a list of prices or a file too.
      if (!/^\d+$/.test(id)) return text
      return (
        <Link to="/editions" search={{ edition: id }}>
          {text}
        </Link>
      )
    case 'promo':
      return (
        <Link to="/promo" search={id.startsWith('#') ? { tab: 'batches', batch: id.slice(1) } : { code: id }}>
          {text}
        </Link>
      )
    case 'notice':
      return (
        <Link to="/announcements" search={{ id }}>
          {text}
        </Link>
      )
    case 'proposal':
      return (
        <Link to="/proposals" search={{ proposal: id }}>
          {text}
        </Link>
      )
    default:
      return text
  }
}

export function SubjectLink({ subject }: { subject: Subject }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <>
      <span>{t(`subjects.${subject.kind}`)}</span> <SubjectId subject={subject} />
    </>
  )
}
