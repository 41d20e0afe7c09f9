// A sum that grows round by round: it counts from what it was to what it is.
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '../../../i18n/format.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { classes } from '../../ui/classes.ts'
import counted from '../../ui/money/count.module.css'
import { count } from '../../ui/money/counting.ts'
import styles from './racing-sum.module.css'

const COUNT_MS = 600

interface RacingSumProps {
  /** In US cents. */
  readonly cents: number
  readonly className?: string | undefined
}

/** Renders the sum, which counts where it grows and motion is wanted. Screen readers hear the rounds instead (Announcer.tsx). */
export function RacingSum({ cents, className }: RacingSumProps): ReactElement {
  const amount = useRef<HTMLSpanElement>(null)
  const shown = useRef(cents)
  useLayoutEffect(() => {
    const from = shown.current
    shown.current = cents
    // A replay that was moved back shows the sum of then at once.
    if (cents <= from || isCalm()) return
    return count(amount.current, from, cents, { durationMs: COUNT_MS }).stop
  }, [cents])
  return (
    <span className={classes('price', counted.count, styles.sum, className)} data-to={formatMoney(cents)}>
      <span ref={amount} className={counted.amount}>
        {formatMoney(cents)}
      </span>
    </span>
  )
}
