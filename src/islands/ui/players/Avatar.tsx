// A player's picture in a hexagon, with the level below it.
import type { ReactElement, SyntheticEvent } from 'react'
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

/** Shows the default picture instead of one that failed. */
function replaceFailed({ currentTarget: picture }: SyntheticEvent<HTMLImageElement>): void {
  if (picture.getAttribute('src') !== DEFAULT_AVATAR) picture.src = DEFAULT_AVATAR
}

export function Avatar({ src, name, level, size = 40 }: AvatarProps): ReactElement {
  return (
    <span className={styles.avatar} style={{ fontSize: size }}>
      <span className={styles.edge}>
        <img
          className={styles.picture}
          src={src || DEFAULT_AVATAR}
          alt={name}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={replaceFailed}
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
