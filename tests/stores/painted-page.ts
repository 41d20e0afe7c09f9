// A page that paints when a test says so.
import { vi } from 'vitest'

/** Stubs the frames of a browser; timers have to be faked already. */
export function paintedPage(): { paint(): void } {
  const frames = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set(++last, frame)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
  return {
    paint() {
      const due = [...frames.values()]
      frames.clear()
      for (const frame of due) frame()
    },
  }
}
