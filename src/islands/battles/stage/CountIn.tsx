// The seconds before the first round, large over the stage. The status bar says them in words.
import { type ReactElement, useEffect } from 'react'
import type { BattleView } from '../../../protocol/battle.ts'
import { play } from '../../../stores/kernel/sound.ts'
import styles from './count-in.module.css'
import { useLeadSeconds } from './use-lead-seconds.ts'

export function CountIn({ battle }: { readonly battle: BattleView }): ReactElement {
  const seconds = useLeadSeconds(battle)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each second
  useEffect(() => play('tick'), [seconds])
  return (
    <div className={styles.place} aria-hidden="true">
      <span key={seconds} className={styles.seconds}>
        {seconds}
      </span>
    </div>
  )
}
