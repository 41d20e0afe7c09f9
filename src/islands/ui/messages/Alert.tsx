// An alert: what went wrong or is missing, and the button for the next step.
import type { ReactElement } from 'react'
import { Icon } from '../Icon.tsx'
import type { Elements } from '../own-element.tsx'
import styles from './alert.module.css'

interface AlertProps {
  readonly tone?: 'warn' | 'bad'
  readonly title?: string
  readonly text: string
  /** The button for the next step. */
  readonly children?: Elements
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
