// An alert: what went wrong or is missing, and the button for the next step.
import type { ReactElement, ReactNode } from 'react'
import styles from './alert.module.css'
import { Icon } from './Icon.tsx'

interface AlertProps {
  readonly tone?: 'warn' | 'bad'
  readonly title?: string
  readonly text: string
  /** The button for the next step. */
  readonly children?: ReactNode
}

/** Renders an alert, which screen readers announce when it appears. Screens position it by `[data-alert]`. */
export function Alert({ tone = 'bad', title, text, children }: AlertProps): ReactElement {
  return (
    <div className={styles.alert} data-alert={tone} role="status">
      <Icon name="alert" />
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        <p>{text}</p>
      </div>
      {children}
    </div>
  )
}
