// The seal of a reward that can be claimed; it breaks when the reward was claimed.
import type { ReactElement } from 'react'
import styles from './seal.module.css'

interface SealProps {
  /** True from the moment of the claim: the halves fly apart once and are gone. */
  readonly isBroken: boolean
}

/** Renders the seal on the corner of a positioned parent. It is decorative: the parent says whether its reward can be claimed. */
export function Seal({ isBroken }: SealProps): ReactElement {
  return (
    <span className={styles.seal} data-broken={isBroken ? '' : undefined} aria-hidden="true">
      <span className={styles.left} />
      <span className={styles.right} />
    </span>
  )
}
