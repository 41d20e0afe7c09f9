// An amount that counts up to its value once; with reduced motion it is shown at once.
import { type ReactElement, useEffect, useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { classes } from './classes.ts'
import styles from './count.module.css'
import { count } from './counting.ts'
import { useShown } from './Prerendered.tsx'

/** Renders the amount, whose final value is `cents`. Screens announce it separately, because the counting is hidden from screen readers. */
export function CountUp({ cents, className }: { cents: number; className?: string | undefined }): ReactElement {
  const amount = useRef<HTMLSpanElement>(null)
  const isShown = useShown()
  useEffect(() => (isShown && !isCalm() ? count(amount.current, 0, cents) : undefined), [cents, isShown])
  const text = formatMoney(cents)
  return (
    <span className={classes('price', styles.count, className)} data-to={text}>
      <span ref={amount} className={styles.amount}>
        {text}
      </span>
    </span>
  )
}
