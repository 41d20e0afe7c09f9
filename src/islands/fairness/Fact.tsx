// A line of a proof: what it is, and its value. Hashes and seeds stand in code.
import type { ReactElement, ReactNode } from 'react'

interface FactProps {
  readonly name: string
  readonly code?: boolean
  readonly children: ReactNode
}

/** To stand in a `dl`. */
export function Fact({ name, code = false, children }: FactProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{code ? <code>{children}</code> : children}</dd>
    </div>
  )
}
