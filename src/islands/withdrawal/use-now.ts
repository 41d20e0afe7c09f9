// The current time for countdowns of days and hours, updated each minute.
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Returns the current time in milliseconds since 1970, at most a minute old. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
