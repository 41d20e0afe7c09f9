// The balance, counting to its new value, a frame after the moment that changed it. Screen readers hear the value alone.
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'
import styles from '../ui/count.module.css'
import { count } from '../ui/counting.ts'
import { useAfterFrame } from '../ui/use-frame-later.ts'

export interface CountingBalanceProps {
  /** Whole US cents. */
  cents: number
}

export function CountingBalance(props: CountingBalanceProps): ReactElement {
  const cents = useAfterFrame(props.cents)
  const amount = useRef<HTMLSpanElement>(null)
  const shown = useRef(cents)

  // Before the page is painted: the value itself must not be seen for a frame.
  useLayoutEffect(() => {
    const from = shown.current
    shown.current = cents
    if (from === cents || isCalm()) return
    return count(amount.current, from, cents, (counted) => {
      shown.current = counted
    })
  }, [cents])

  const text = formatMoney(cents)
  return (
    <span className={`price ${styles.count}`} data-to={text}>
      <span ref={amount} className={styles.amount} aria-hidden="true">
        {text}
      </span>
      <span className="unseen">{text}</span>
    </span>
  )
}
