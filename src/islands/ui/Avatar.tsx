// A player's picture in a hexagon, with the level at its foot.
import { type ReactElement, useState } from 'react'
import styles from './avatar.module.css'

const DEFAULT_AVATAR = '/assets/img/players/default.svg'

export interface AvatarProps {
  /** Empty where there is none, null of a player who hides. */
  src: string | null
  /** The player's name; empty where it stands beside the picture. */
  name: string
  /** For the eye: whoever hears the page is told in words beside it. */
  level?: number | undefined
  /** Edge in CSS pixels, 40 unless told. */
  size?: number | undefined
}

export function Avatar({ src, name, level, size = 40 }: AvatarProps): ReactElement {
  // The address that failed, not a flag: another player's picture is tried again.
  const [broken, setBroken] = useState<string | null>(null)
  const shown = !src || broken === src ? DEFAULT_AVATAR : src
  return (
    <span className={styles.avatar} style={{ fontSize: size }}>
      <span className={styles.edge}>
        <img
          className={styles.picture}
          src={shown}
          alt={name}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      </span>
      {level === undefined ? null : (
        <span className={styles.level} aria-hidden="true">
          {level}
        </span>
      )}
    </span>
  )
}
