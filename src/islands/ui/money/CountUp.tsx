// An amount that counts up to its value once; with reduced motion it is shown at once, and so it is after a tap.
import { type ReactElement, useEffect, useRef } from 'react'
import type { WinTier } from '../../../game/base/win-tier.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { classes } from '../classes.ts'
import { useShown } from '../motion/Prerendered.tsx'
import styles from './count.module.css'
import { count } from './counting.ts'

/** How long the amount of a result counts: not at all below tier 2, which is quiet, and longer for each tier above. */
const COUNT_MS: Readonly<Record<WinTier, number>> = { 0: 0, 1: 0, 2: 900, 3: 1400, 4: 2000, 5: 3000 }

interface CountUpProps {
  /** In US cents. */
  cents: number
  /** The tier of the result that the amount belongs to; without it the amount counts shortly. */
  tier?: WinTier | undefined
  className?: string | undefined
}

/** Renders the amount, whose final value is `cents`. Screens announce it separately, because the counting is hidden from screen readers. */
export function CountUp({ cents, tier, className }: CountUpProps): ReactElement {
  const amount = useRef<HTMLSpanElement>(null)
  const isShown = useShown()
  useEffect(() => {
    const durationMs = tier === undefined ? undefined : COUNT_MS[tier]
    if (!isShown || isCalm() || durationMs === 0) return
    const { finish, stop } = count(amount.current, 0, cents, { durationMs })
    document.addEventListener('pointerdown', finish, { once: true })
    return () => {
      document.removeEventListener('pointerdown', finish)
      stop()
    }
  }, [cents, tier, isShown])
  const text = formatMoney(cents)
  return (
    <span className={classes('price', styles.count, className)} data-to={text}>
      <span ref={amount} className={styles.amount}>
        {text}
      </span>
    </span>
  )
}
