// A list without entries.
import type { ReactElement } from 'react'
import styles from './messages.module.css'

export function EmptyState({ title, text }: { title: string; text?: string }): ReactElement {
  return (
    <div className={styles.empty}>
      <strong>{title}</strong>
      {text === undefined ? null : <p>{text}</p>}
    </div>
  )
}
