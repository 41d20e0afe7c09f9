// The picture of a case: its crate, or a sign where it has a file of its own, which the players' site alone shows.
import { lazy, type ReactElement, Suspense } from 'react'
import type { CrateArt } from '../../../art/crates.ts'
import { Icon } from '../../parts/Icon.tsx'
import styles from './crate.module.css'

const Crate = lazy(async () => ({ default: (await import('./Crate.tsx')).Crate }))

export function CratePicture({ art, size }: { art: CrateArt | undefined; size: number }): ReactElement {
  const place = (
    <span className={styles.place} style={{ width: size, height: size }}>
      <Icon name="picture" size={Math.min(24, size / 2)} />
    </span>
  )
  if (art === undefined) return place
  return (
    <Suspense fallback={place}>
      <Crate art={art} size={size} />
    </Suspense>
  )
}
