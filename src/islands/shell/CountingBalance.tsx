// The balance, counting to its new value. Screen readers hear the value alone.
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'

const COUNT_MS = 600

export interface CountingBalanceProps {
  /** Whole US cents. */
  cents: number
}

export function CountingBalance({ cents }: CountingBalanceProps): ReactElement {
  const [shownCents, setShownCents] = useState(cents)
  const shown = useRef(cents)

  useEffect(() => {
    const from = shown.current
    if (from === cents) return
    const show = (value: number): void => {
      shown.current = value
      setShownCents(value)
    }
    if (isCalm()) {
      show(cents)
      return
    }
    const startMs = performance.now()
    let frame = requestAnimationFrame(function step(nowMs) {
      const part = Math.min(1, Math.max(0, (nowMs - startMs) / COUNT_MS))
      show(Math.round(from + (cents - from) * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [cents])

  return (
    <span className="price">
      <span aria-hidden="true">{formatMoney(shownCents)}</span>
      <span className="unseen">{formatMoney(cents)}</span>
    </span>
  )
}
