// The screen before the night is known, at the size that it will have.
import type { ReactElement } from 'react'
import { FREE_TIERS } from '../../game/rewards.ts'
import controls from '../case/controls.module.css'
import stage from '../case/stage.module.css'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './free-case.module.css'
import night from './night.module.css'

const CONTENTS = Array.from({ length: 16 }, (_, place) => place)

export function Waiting(): ReactElement {
  return (
    <div className={styles.screen} aria-busy="true">
      <div className={stage.screen}>
        <div className={stage.stage}>
          <div className={night.night}>
            <div className={night.head}>
              <Skeleton width={140} height={44} />
              <Skeleton width={140} height={44} />
            </div>
            <div className={night.crates}>
              {FREE_TIERS.map((tier) => (
                <div key={tier} className={night.crate}>
                  <span className={night.picture}>
                    <Skeleton width="70%" height="70%" shape="round" />
                  </span>
                  <Skeleton width="60%" height={56} />
                </div>
              ))}
            </div>
            <div className={night.way} />
          </div>
        </div>
        <div className={controls.controls}>
          <Skeleton height={20} />
          <Skeleton height={52} />
        </div>
      </div>
      <div className={styles.inside}>
        <Skeleton width={220} height={32} />
        <Skeleton height={24} />
        <div className={styles.rows}>
          {CONTENTS.map((place) => (
            <Skeleton key={place} height={230} shape="card" />
          ))}
        </div>
      </div>
    </div>
  )
}
