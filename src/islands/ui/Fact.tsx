// The lines of a proof, each with its name and value. Hashes and seeds are set as code.
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

/** Shows one line of a `FactList`. */
export function Fact({ name, code = false, children }: FactProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{code ? <code>{children}</code> : children}</dd>
    </div>
  )
}
