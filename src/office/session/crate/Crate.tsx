// A crate as the players' site draws it. Loaded on demand: the drawings are larger than the room.
import { type ReactElement, useMemo } from 'react'
import { type CrateArt, crate } from '../../../art/crates.ts'
import styles from './crate.module.css'

/** Draws a crate into an address that a picture loads. */
function addressOf(art: CrateArt): string {
  return `data:image/svg+xml,${encodeURIComponent(crate(art).whole)}`
}

export function Crate({ art, size }: { art: CrateArt; size: number }): ReactElement {
  const text = JSON.stringify(art)
  const address = useMemo(() => addressOf(JSON.parse(text) as CrateArt), [text])
  return (
    <img src={address} alt="" width={size} height={size} loading="lazy" decoding="async" className={styles.crate} />
  )
}
