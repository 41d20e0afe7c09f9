// Who did what about an order or a withdrawal, and why: a line each, which leads to the entry in the audit.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Act, Author } from '../../../protocol/office/common.ts'
import { Moment } from '../../parts/Moment.tsx'
import { useAuthorText } from '../../session/author-text.ts'
import { useReasonText } from '../../session/reason-text.ts'
import { useVerbText } from '../../session/verb-text.ts'
import styles from './players.module.css'

export function AuthorName({ by }: { by: Author }): ReactElement {
  const authorText = useAuthorText()
  return <span>{authorText(by)}</span>
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
