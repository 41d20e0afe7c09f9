// The animation of signing: the light of every item moves to the middle, the items follow, and the result appears there. Only transform and
// opacity are animated.
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import type { PlayedContract } from '../../../stores/games/contract.ts'
import { itemsIn } from '../../../stores/games/contract-slots.ts'
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { play } from '../../../stores/kernel/sound.ts'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import styles from './signing.module.css'
import { departureMs, departurePitch, OPENING_MS, RUSH_MS, startSigning } from './signing-motion.ts'

interface SigningAnimationProps {
  readonly played: PlayedContract
  /** Called once, when the animation has ended. */
  readonly onRest: () => void
}

/** Has to be a sibling of the slots, because it animates their lights too. */
export function SigningAnimation({ played, onRest }: SigningAnimationProps): ReactElement {
  const middle = useRef<HTMLDivElement>(null)
  const latestOnRest = useRef(onRest)
  latestOnRest.current = onRest
  const count = itemsIn(played.slots).length
  // Before paint: the style sheet already shows the slots as they are after the animation.
  useLayoutEffect(() => {
    const table = middle.current?.parentElement
    if (!table) return
    // In a task of its own: the browser fires `finish` within a frame.
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = startSigning(table, () => {
      rest = setTimeout(() => latestOnRest.current())
    })
    const ticks = Array.from({ length: count }, (_, order) =>
      setTimeout(() => play('tick', { rate: departurePitch(order, count) }), departureMs(order, count)),
    )
    ticks.push(
      setTimeout(() => play('whoosh'), RUSH_MS),
      setTimeout(() => {
        play('land')
        vibrate('land')
      }, OPENING_MS),
    )
    return () => {
      stop()
      clearTimeout(rest)
      ticks.forEach(clearTimeout)
    }
  }, [count])
  const { item } = played.won
  return (
    <div className={styles.signing} ref={middle} data-rarity={item.rarity} aria-hidden="true">
      <div className={styles.rays} data-middle="rays" />
      <div className={styles.ring} data-middle="wave" />
      <div className={styles.ring} data-middle="ring" />
      <div className={styles.core} data-middle="core" />
      <div className={styles.result} data-middle="result">
        <ItemPicture item={item} size="l" lazy={false} />
      </div>
      <div className={styles.flash} data-middle="flash" />
    </div>
  )
}
