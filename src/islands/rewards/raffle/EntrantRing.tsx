// The prize in the middle, and around it a point for each player. The points turn faster while the winner is drawn.
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import styles from './entrant-ring.module.css'

/** The most points: more of them would look like a line. */
const POINTS_MOST = 36

/** The golden angle: any number of points is spread evenly, and points keep their places when others join. */
const TURN = 137.508

interface EntrantRingProps {
  readonly players: number
  /** Whether one of the points is the player's own. */
  readonly own: boolean
  readonly drawing: boolean
  readonly children: ReactNode
}

export function EntrantRing({ players, own, drawing, children }: EntrantRingProps): ReactElement {
  const points = Array.from({ length: Math.min(players, POINTS_MOST) }, (_, place) => place)
  return (
    <div className={styles.entrants} data-drawing={drawing ? '' : undefined}>
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
