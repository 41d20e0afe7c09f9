// The screen before its days are known, at the size that it will have.
import type { CSSProperties, ReactElement } from 'react'
import { CALENDAR_SUPER_DAYS } from '../../game/economy.ts'
import { classes } from '../ui/classes.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './calendar.module.css'
import { moonPlace } from './orbit.ts'
import sky from './sky.module.css'

const MOONS = CALENDAR_SUPER_DAYS - 1
const PLACES = Array.from({ length: MOONS }, (_, place) => moonPlace(place, MOONS))

export function Waiting(): ReactElement {
  return (
    <div className={styles.screen} aria-busy="true">
      <div className={styles.today}>
        <Skeleton width="60%" height={56} />
        <Skeleton width="40%" height={52} />
        <Skeleton height={52} />
      </div>
      <div className={classes(styles.sky, sky.sky)}>
        <div className={sky.days}>
          {PLACES.map(({ left, top }) => (
            <span
              key={left + top * 100}
              className={sky.moon}
              style={{ left: `${left}%`, top: `${top}%` } as CSSProperties}
            >
              <Skeleton width="100%" height="100%" shape="round" />
            </span>
          ))}
          <span className={sky.planet}>
            <Skeleton width="100%" height="100%" shape="round" />
          </span>
        </div>
      </div>
      <div className={styles.next}>
        <Skeleton height={48} />
        <Skeleton height={180} shape="card" />
      </div>
    </div>
  )
}
