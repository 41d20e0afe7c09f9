// The lines of a proof: what each is, and its value. Hashes and seeds stand in code.
import type { ReactElement, ReactNode } from 'react'
import styles from './fact.module.css'

export function FactList({ children }: { readonly children: ReactNode }): ReactElement {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  readonly name: string
  readonly code?: boolean
  readonly children: ReactNode
}

/** To stand in a `FactList`. */
export function Fact({ name, code = false, children }: FactProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{code ? <code>{children}</code> : children}</dd>
    </div>
  )
}
