// What stands beside a moment follows it: its own frame is left to what everyone looks at.
import { useEffect, useState } from 'react'
import { afterFrame } from '../../stores/after-frame.ts'

/** Turns true one painted frame after `now` has, and false with it. */
export function useFrameLater(now: boolean): boolean {
  const [later, setLater] = useState(now)
  useEffect(() => {
    if (!now) return setLater(false)
    let isWanted = true
    afterFrame(() => {
      if (isWanted) setLater(true)
    })
    return () => {
      isWanted = false
    }
  }, [now])
  return now && later
}
