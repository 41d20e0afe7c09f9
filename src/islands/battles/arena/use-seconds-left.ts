// A countdown in whole seconds to a moment of the server's clock.
import { useEffect, useState } from 'react'
import { serverNow } from '../../../stores/kernel/server-clock.ts'

const SECOND_MS = 1_000

const secondsTo = (untilMs: number): number => Math.max(0, Math.ceil((untilMs - serverNow()) / SECOND_MS))

/** Returns the seconds that are left; 0 from the moment on. */
export function useSecondsLeft(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(untilMs))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = (): void => {
      setSeconds(secondsTo(untilMs))
      const leftMs = untilMs - serverNow()
      if (leftMs > 0) timer = setTimeout(tick, leftMs % SECOND_MS || SECOND_MS)
    }
    tick()
    return () => clearTimeout(timer)
  }, [untilMs])
  return seconds
}
