// The prize in the middle of its light, and around it a point for each player. While the winner is drawn they turn faster.
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import styles from './orbit.module.css'

/** More points than this are a ring. */
const POINTS_MOST = 36

/** The golden angle: points of any number lie evenly, and keep their places when others come. */
const TURN = 137.508

interface OrbitProps {
  readonly players: number
  /** One of the points is the player's own. */
  readonly own: boolean
  readonly drawing: boolean
  readonly children: ReactNode
}

export function Orbit({ players, own, drawing, children }: OrbitProps): ReactElement {
  const points = Array.from({ length: Math.min(players, POINTS_MOST) }, (_, place) => place)
  return (
    <div className={styles.orbit} data-drawing={drawing ? '' : undefined}>
      <div className={styles.ring} aria-hidden="true">
        {points.map((place) => (
          <span
            key={place}
            className={styles.point}
            data-own={own && place === 0 ? '' : undefined}
            style={{ '--turn': `${(place * TURN) % 360}deg` } as CSSProperties}
          />
        ))}
      </div>
      <div className={styles.middle}>{children}</div>
    </div>
  )
}
