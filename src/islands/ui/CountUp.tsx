// An amount that counts up to what it is, once; at once where motion is not wanted.
import { type ReactElement, useEffect, useRef } from 'react'
import { formatMoney } from '../../i18n/format.ts'
import { isCalm } from '../../stores/preferences.ts'
import { useShown } from './Ahead.tsx'
import { classes } from './classes.ts'
import styles from './count-up.module.css'

const COUNT_MS = 700

/** `cents` is the amount at the end; screen readers hear it from the announcement, not from the counting. */
export function CountUp({ cents, className }: { cents: number; className?: string | undefined }): ReactElement {
  const amount = useRef<HTMLSpanElement>(null)
  const isShown = useShown()
  useEffect(() => {
    // The text's own node: one that takes its place would be laid out, and all rules that ask what the page holds be asked again.
    const shown = amount.current?.firstChild
    if (!(shown instanceof Text) || !isShown || isCalm()) return
    const startMs = performance.now()
    let frame = requestAnimationFrame(function next(nowMs) {
      const time = Math.min(1, Math.max(0, (nowMs - startMs) / COUNT_MS))
      shown.data = formatMoney(Math.round(cents * (1 - (1 - time) ** 3)))
      if (time < 1) frame = requestAnimationFrame(next)
    })
    return () => {
      cancelAnimationFrame(frame)
      shown.data = formatMoney(cents)
    }
  }, [cents, isShown])
  return (
    <span ref={amount} className={classes('price', styles.count, className)} data-to={formatMoney(cents)}>
      {formatMoney(cents)}
    </span>
  )
}
