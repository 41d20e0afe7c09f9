// The cases of the rounds, of which the current one is kept in sight.
import { type ReactElement, useEffect, useRef } from 'react'
import type { BattleCard } from '../../../protocol/battle.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { CrateStrip } from '../parts/CrateStrip.tsx'
import styles from './screen.module.css'

interface RoundsProps {
  readonly battle: Pick<BattleCard, 'rounds' | 'mode'>
  readonly round: number | null
}

export function Rounds({ battle, round }: RoundsProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each round
  useEffect(() => {
    const current = place.current?.querySelector<HTMLElement>('[aria-current]')
    const strip = current?.parentElement
    if (!current || !strip) return
    const left = current.offsetLeft - (strip.clientWidth - current.clientWidth) / 2
    strip.scrollTo({ left, behavior: isCalm() ? 'instant' : 'smooth' })
  }, [round])
  return (
    <div ref={place} className={styles.rounds}>
      <CrateStrip
        rounds={battle.rounds}
        current={round ?? undefined}
        hasPrices
        areLinks
        marksLast={battle.mode === 'terminal'}
      />
    </div>
  )
}
