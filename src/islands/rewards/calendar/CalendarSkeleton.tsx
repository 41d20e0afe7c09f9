// The skeleton of the calendar screen, of the same size as the screen.
import type { CSSProperties, ReactElement } from 'react'
import { CALENDAR_SUPER_DAYS } from '../../../game/base/economy.ts'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './calendar.module.css'
import ring from './calendar-ring.module.css'
import { dayPosition } from './ring.ts'

const RING_DAYS = CALENDAR_SUPER_DAYS - 1
const PLACES = Array.from({ length: RING_DAYS }, (_, place) => dayPosition(place, RING_DAYS))

export function CalendarSkeleton(): ReactElement {
  return (
    <div className={styles.screen} aria-busy="true">
      <div className={styles.today}>
        <Skeleton width="60%" height={56} />
        <Skeleton width="40%" height={52} />
        <Skeleton height={52} />
      </div>
      <div className={classes(styles.ring, ring.ring)}>
        <div className={ring.days}>
          {PLACES.map(({ left, top }) => (
            <span
              key={left + top * 100}
              className={ring.day}
              style={{ left: `${left}%`, top: `${top}%` } as CSSProperties}
            >
              <Skeleton width="100%" height="100%" shape="round" />
            </span>
          ))}
          <span className={ring.superDay}>
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
