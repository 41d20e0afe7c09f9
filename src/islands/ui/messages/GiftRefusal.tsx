// The line that says why a player gets no gifts, in the place of a button that would be refused.
import type { ReactElement } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './gift-refusal.module.css'

/** Renders the reason, in the server's words. */
export function GiftRefusal({ text }: { text: string }): ReactElement {
  return (
    <p className={styles.line} data-gift-refusal>
      <Icon name="info" size={18} />
      <span>{text}</span>
    </p>
  )
}
