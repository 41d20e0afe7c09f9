// An amount that counts up to what it is, once; at once where motion is not wanted.
import { type ReactElement, useEffect, useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'
import { useShown } from './Ahead.tsx'
import { classes } from './classes.ts'
import styles from './count.module.css'
import { count } from './counting.ts'

/** `cents` is the amount at the end; screen readers hear it from the announcement, not from the counting. */
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
