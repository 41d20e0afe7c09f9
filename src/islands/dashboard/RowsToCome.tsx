// What stands in the place of a list while it is on its way.
import type { ReactElement } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './tabs.module.css'

export function RowsToCome({ label }: { label: string }): ReactElement {
  return (
    <div className={styles.toCome} aria-busy="true">
      <span className="unseen">{label}</span>
      {[0, 1, 2, 3, 4].map((place) => (
        <Skeleton key={place} width="100%" height={72} shape="card" />
      ))}
    </div>
  )
}
