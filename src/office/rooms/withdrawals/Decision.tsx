// Who decided on a withdrawal: a person, or the site by itself.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Act } from '../../../protocol/office/common.ts'
import { useAuthorText } from '../../session/author-text.ts'
import { useReasonText } from '../../session/reason-text.ts'
import { useVerbText } from '../../session/verb-text.ts'
import styles from './withdrawals.module.css'

/** An act and its author, which lead to its entry in the audit, and the reason. */
export function Decision({ act: { id, verb, by, reason } }: { act: Act }): ReactElement {
  const authorText = useAuthorText()
  const verbText = useVerbText()
  const reasonText = useReasonText()
  return (
    <>
      <Link to="/audit" search={{ entry: id }}>
        {verbText(verb)}
      </Link>{' '}
      <span>{authorText(by)}</span>
      {reason === null || reason === '' ? null : <p className={styles.note}>{reasonText(reason, by.isJob)}</p>}
    </>
  )
}
