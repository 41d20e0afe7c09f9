// The server's time for what is shown of battles right now.
import { useEffect, useState } from 'react'
import { serverNow } from '../../../stores/kernel/server-clock.ts'

const SECOND_MS = 1_000

/**
 * Returns the server's time in milliseconds since 1970.
 *
 * @param isRunning updates it each second
 */
export function useServerSeconds(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    if (!isRunning) return
    const update = (): void => setNowMs(serverNow())
    update()
    const timer = setInterval(update, SECOND_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return nowMs
}
