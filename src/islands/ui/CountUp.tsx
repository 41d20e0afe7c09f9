// An amount that counts up to what it is, once; at once where motion is not wanted.
import { type ReactElement, useEffect, useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'

const COUNT_MS = 700

/** `cents` is the amount at the end; screen readers hear it from the announcement, not from the counting. */
export function CountUp({ cents, className }: { cents: number; className?: string | undefined }): ReactElement {
  const amount = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = amount.current
    if (shown === null || isCalm()) return
    const startMs = performance.now()
    let frame = requestAnimationFrame(function next(nowMs) {
      const time = Math.min(1, Math.max(0, (nowMs - startMs) / COUNT_MS))
      shown.textContent = formatMoney(Math.round(cents * (1 - (1 - time) ** 3)))
      if (time < 1) frame = requestAnimationFrame(next)
    })
    return () => {
      cancelAnimationFrame(frame)
      shown.textContent = formatMoney(cents)
    }
  }, [cents])
  return (
    <span ref={amount} className={`price ${className ?? ''}`}>
      {formatMoney(cents)}
    </span>
  )
}
