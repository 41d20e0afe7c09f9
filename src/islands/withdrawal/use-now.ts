// The time of day for countdowns of days and hours: a new one each minute.
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Milliseconds since 1970, at most a minute old. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
