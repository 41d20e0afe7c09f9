// The skeleton of the screen, of the same size as the screen.
import type { ReactElement } from 'react'
import { FREE_TIERS } from '../../../game/rewards/rewards.ts'
import cards from '../../ui/items/card-list.module.css'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import controls from '../case/controls.module.css'
import stage from '../case/stage.module.css'
import choice from './case-choice.module.css'
import styles from './free-case.module.css'

const CONTENTS = Array.from({ length: 16 }, (_, place) => place)

export function FreeCaseSkeleton(): ReactElement {
  return (
    <div className={styles.screen} aria-busy="true">
      <div className={stage.screen}>
        <div className={stage.stage}>
          <div className={choice.choice} data-horizon>
            <div className={choice.head}>
              <Skeleton width={140} height={44} />
              <Skeleton width={140} height={44} />
            </div>
            <div className={choice.crates}>
              {FREE_TIERS.map((tier) => (
                <div key={tier} className={choice.crate}>
                  <span className={choice.picture}>
                    <Skeleton width="70%" height="70%" shape="round" />
                  </span>
                  <Skeleton width="60%" height={56} />
                </div>
              ))}
            </div>
            <div className={choice.progress} />
          </div>
        </div>
        <div id="game" tabIndex={-1} className={controls.controls}>
          <Skeleton height={20} />
          <Skeleton height={52} />
        </div>
      </div>
      <div className={styles.contents}>
        <Skeleton width={220} height={32} />
        <Skeleton height={24} />
        <div className={cards.list}>
          {CONTENTS.map((place) => (
            <Skeleton key={place} height={230} shape="card" />
          ))}
        </div>
      </div>
    </div>
  )
}
