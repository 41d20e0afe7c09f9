// What stands between a player and the next step, in words, with what to do about it.
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './notice-box.module.css'

interface NoticeBoxProps {
  readonly tone?: 'warn' | 'bad'
  readonly title?: string
  readonly text: string
  /** The button that goes on. */
  readonly children?: ReactNode
}

/** Read out when it appears. Screens place it by `[data-notice]`. */
export function NoticeBox({ tone = 'bad', title, text, children }: NoticeBoxProps): ReactElement {
  return (
    <div className={styles.notice} data-notice={tone} role="status">
      <Icon name="alert" />
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        <p>{text}</p>
      </div>
      {children}
    </div>
  )
}
