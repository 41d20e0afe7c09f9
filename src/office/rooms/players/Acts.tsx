// Who did what about an order or a withdrawal, and why: a line each, which leads to the entry in the audit.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Act, Author } from '../../../protocol/office/common.ts'
import { Moment } from '../../parts/Moment.tsx'
import { useReasonText } from '../../session/reason-text.ts'
import { useVerbText } from '../../session/verb-text.ts'
import styles from './players.module.css'

/** A name; of a job it says that nobody did it by hand. */
export function AuthorName({ by: { name, isJob } }: { by: Author }): ReactElement {
  const { t } = useTranslation('officePlayers')
  return <span>{isJob ? t('by-job', { name }) : name}</span>
}

export function Acts({ acts }: { acts: readonly Act[] }): ReactElement | null {
  const verbText = useVerbText()
  const reasonText = useReasonText()
  if (acts.length === 0) return null
  return (
    <ul className={styles.acts}>
      {acts.map(({ id, at, verb, by, reason }) => (
        <li key={id}>
          <Link to="/audit" search={{ entry: id }}>
            {verbText(verb)}
          </Link>{' '}
          <AuthorName by={by} /> <Moment at={at} />
          {reason === null ? null : <span className={styles.reason}>{reasonText(reason, by.isJob)}</span>}
        </li>
      ))}
    </ul>
  )
}
