// The verdict on a proof or on one of its steps, as icon and word. `data-verdict` on a parent sets the colour of both.
import type { ReactElement, ReactNode } from 'react'
import type { Verdict } from '../../game/fairness/proof.ts'
import { Icon } from './Icon.tsx'
import styles from './verdict.module.css'

const ICONS: Readonly<Record<Verdict, string>> = { right: 'check', wrong: 'alert', secret: 'lock' }

export function VerdictIcon({
  verdict,
  size,
}: {
  readonly verdict: Verdict
  readonly size?: number | undefined
}): ReactElement {
  return <Icon name={ICONS[verdict]} size={size} />
}

export function VerdictWord({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={styles.word}>{children}</span>
}
