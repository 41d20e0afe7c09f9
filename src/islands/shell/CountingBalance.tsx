// The balance, counting to its new value after the next paint, or when the coins that fly to it land. Screen readers get the final value
// only.
import { useStore } from '@nanostores/react'
import { type ReactElement, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { $coinFlights } from '../../stores/kernel/coin-flights.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import styles from '../ui/money/count.module.css'
import { count, showAmount } from '../ui/money/counting.ts'

export interface CountingBalanceProps {
  /** In US cents. */
  cents: number
}

/** The amount on the screen, in US cents. The element is another one once a gift is locked, and goes on from there. */
let lastShown: number | null = null

export function CountingBalance({ cents }: CountingBalanceProps): ReactElement {
  const amount = useRef<HTMLSpanElement>(null)
  const shown = useRef(lastShown ?? cents)
  const isWaiting = useStore($coinFlights, { ssr: 'initial' }) > 0

  // Runs before paint, so that the final value is not shown for a frame.
  useLayoutEffect(() => {
    const from = shown.current
    if (isWaiting) {
      // The new value has just been rendered: its text is changed back, not its node.
      showAmount(amount.current, from)
      return
    }
    shown.current = cents
    lastShown = cents
    if (from === cents || isCalm()) return
    const onStep = (counted: number): void => {
      shown.current = counted
      lastShown = counted
    }
    return count(amount.current, from, cents, { onStep }).stop
  }, [cents, isWaiting])

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
