// Mirrors a store for parts that need not change in the same frame as the rest.
import type { ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import { afterPaint } from '../../stores/kernel/after-paint.ts'

/** Returns the value of a store, each change after the next paint; the first value is that of the first rendering. */
export function useAfterPaint<Value>(store: ReadableAtom<Value>): Value {
  const [shown, setShown] = useState(() => store.get())
  useEffect(() => {
    let cancel = (): void => undefined
    const mirror = (): void => {
      cancel()
      cancel = afterPaint(() => setShown(() => store.get()))
    }
    const stop = store.listen(mirror)
    // It may have changed between rendering and effect.
    mirror()
    return () => {
      stop()
      cancel()
    }
  }, [store])
  return shown
}
