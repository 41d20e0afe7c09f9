// Tabs that are links: each is an address. The current one has `aria-current`.
import type { ReactElement, ReactNode } from 'react'
import styles from './tabs.module.css'

export function Tabs({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
