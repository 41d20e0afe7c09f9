// A player's picture in a hexagon, with the level below it.
import { type ReactElement, useState } from 'react'
import styles from './avatar.module.css'

const DEFAULT_AVATAR = '/assets/img/players/default.svg'

export interface AvatarProps {
  /** Empty when there is none, null for a hidden player. */
  src: string | null
  /** The player's name; empty where it is next to the picture. */
  name: string
  /** Decorative: screen readers get the level as text next to the picture. */
  level?: number | undefined
  /** The edge in CSS pixels; 40 by default. */
  size?: number | undefined
}

export function Avatar({ src, name, level, size = 40 }: AvatarProps): ReactElement {
  // The address that failed instead of a flag: the picture of another player is loaded again.
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
