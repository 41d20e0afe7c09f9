// The light of the winner, from their side of the stage: the celebration of a win by its tier. Who lost sees the quiet light of tier 0.
import { type CSSProperties, type ReactElement, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { BattleCard } from '../../../protocol/battle.ts'
import { shownBattle } from '../../../stores/battles/battle.ts'
import type { DrawnContents } from '../../../stores/battles/battle-draw.ts'
import { $clock } from '../../../stores/battles/battle-show.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { Celebration } from '../../ui/motion/Celebration.tsx'
import { playWin } from '../../ui/motion/play-win.ts'
import type { Arena } from '../parts/arena.ts'
import { celebratedTier } from './celebrated-tier.ts'
import styles from './stage.module.css'

interface WinnerLightProps {
  readonly battle: Pick<BattleCard, 'seats'>
  readonly arena: Arena
  readonly drawn: DrawnContents
  readonly stage: RefObject<HTMLElement | null>
}

/** Returns the middle of the winning sides on the stage, in percent of its size. */
function middleOf(stage: HTMLElement): { x: number; y: number } {
  const all = stage.getBoundingClientRect()
  const sides = [...stage.querySelectorAll('[data-side][data-outcome="won"]')].map((side) =>
    side.getBoundingClientRect(),
  )
  const mean = (of: (box: DOMRect) => number): number => sides.reduce((sum, box) => sum + of(box), 0) / sides.length
  return {
    x: ((mean(({ left, right }) => (left + right) / 2) - all.left) / all.width) * 100,
    y: ((mean(({ top, bottom }) => (top + bottom) / 2) - all.top) / all.height) * 100,
  }
}

export function WinnerLight({ battle, arena, drawn, stage }: WinnerLightProps): ReactElement | null {
  const [middle, setMiddle] = useState<{ x: number; y: number } | null>(null)
  // A battle that ended long ago is not celebrated.
  const [isVisited] = useState(() => $clock.get().kind === 'live' && shownBattle()?.state === 'settled')
  const tier = isVisited ? 0 : celebratedTier(arena)
  useLayoutEffect(() => {
    if (stage.current !== null) setMiddle(middleOf(stage.current))
  }, [stage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the winner's moment
  useEffect(() => {
    if (isVisited) return
    const own = battle.seats.find((seat) => seat.own)
    if (own !== undefined && !drawn.result.winners.includes(own.slot)) play('loss')
    else playWin(tier)
  }, [])
  if (middle === null) return null
  const winners = drawn.rounds.flatMap((round) => round.map(({ entry }) => entry))
  const best = winners.reduce((one, other) => (other.priceCents > one.priceCents ? other : one))
  const style = { left: `${middle.x - 50}%`, '--item-y': `${middle.y}%` } as CSSProperties
  return (
    <div className={styles.light} style={style}>
      <Celebration tier={tier} rarity={best.item.rarity} />
    </div>
  )
}
