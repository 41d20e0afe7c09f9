// Skeletons of a list's rows while the list is loading.
import type { ReactElement } from 'react'
import styles from './row-skeletons.module.css'
import { Skeleton } from './Skeleton.tsx'

interface RowSkeletonsProps {
  /** Tells screen readers what is loading. */
  readonly label: string
  readonly count?: number
  /** The height of a row in CSS pixels. */
  readonly height?: number
}

export function RowSkeletons({ label, count = 5, height = 72 }: RowSkeletonsProps): ReactElement {
  return (
    <div className={styles.rows} aria-busy="true">
      <span className="unseen">{label}</span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
        <Skeleton key={place} width="100%" height={height} shape="card" />
      ))}
    </div>
  )
}
