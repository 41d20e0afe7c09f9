// The light of every item is drawn into the middle, and the result forms out of it. Only transform and opacity move.
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { itemsIn, type Signed } from '../../stores/contract.ts'
import { play } from '../../stores/sound.ts'
import { ItemPicture } from '../ui/ItemPicture.tsx'
import styles from './signing.module.css'
import { departureMs, departurePitch, startSigning } from './signing-motion.ts'

interface FormingProps {
  readonly signed: Signed
  /** The result has taken its place. */
  readonly isOver: boolean
  /** Called once, when the result stands in the middle. */
  readonly onRest: () => void
}

/** Stands beside the docks: their lights move with it. */
export function Forming({ signed, isOver, onRest }: FormingProps): ReactElement {
  const middle = useRef<HTMLDivElement>(null)
  const rested = useRef(onRest)
  rested.current = onRest
  const count = itemsIn(signed.docks).length
  // Before the first frame: the docks already look as the light will have left them.
  useLayoutEffect(() => {
    const table = middle.current?.parentElement
    if (!table) return
    // In a task of its own: the browser tells the end of an animation within a frame.
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = startSigning(table, () => {
      rest = setTimeout(() => rested.current())
    })
    const ticks = Array.from({ length: count }, (_, order) =>
      setTimeout(() => play('tick', { rate: departurePitch(order, count) }), departureMs(order, count)),
    )
    return () => {
      stop()
      clearTimeout(rest)
      ticks.forEach(clearTimeout)
    }
  }, [count])
  const { item } = signed.won
  return (
    <div
      className={styles.forming}
      ref={middle}
      data-rarity={item.rarity}
      data-over={isOver || undefined}
      aria-hidden="true"
    >
      <div className={styles.glow} data-middle="glow" />
      <div className={styles.ring} data-middle="ring" />
      <div className={styles.core} data-middle="core" />
      <div className={styles.formed} data-middle="formed">
        <ItemPicture item={item} size="l" lazy={false} />
      </div>
    </div>
  )
}
