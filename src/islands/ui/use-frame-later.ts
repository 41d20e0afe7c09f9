// What stands beside a moment follows it: its own frame is left to what everyone looks at.
import { useEffect, useState } from 'react'
import { afterArrival, afterFrame } from '../../stores/after-frame.ts'

/** A value that is shown a painted frame after it changed. */
export function useAfterFrame<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(() => afterFrame(() => setShown(value)), [value])
  return shown
}

function useLater(now: boolean, wait: (work: () => void) => () => void): boolean {
  const [later, setLater] = useState(now)
  useEffect(() => {
    if (!now) return setLater(false)
    return wait(() => setLater(true))
  }, [now, wait])
  return now && later
}

/** Turns true one painted frame after `now` has, and false with it. */
export function useFrameLater(now: boolean): boolean {
  return useLater(now, afterFrame)
}

/** Turns true when the result that comes with `now` has come in, and false with it. */
export function useArrived(now: boolean): boolean {
  return useLater(now, afterArrival)
}
