// Skeletons of item cards while a list of them is loading, as high as the list.
import type { ReactElement } from 'react'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import styles from './picker.module.css'

const PLACES = Array.from({ length: 12 }, (_, place) => place)

/** Shows skeletons; `label` tells screen readers what is loading. */
export function CardSkeletons({ label }: { label: string }): ReactElement {
  return (
    <div className={styles.skeletons} aria-busy="true">
      <span className="unseen">{label}</span>
      {PLACES.map((place) => (
        <Skeleton key={place} width="100%" height={176} shape="card" />
      ))}
    </div>
  )
}
