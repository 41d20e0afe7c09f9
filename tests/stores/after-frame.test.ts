// What stands beside a moment follows it late, and everything else at once.
import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterArrival, afterFrame, beside, createAftermath } from '../../src/stores/after-frame.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser that paints when it is told to. */
function paintedPage(): { paint(): void } {
  const frames = new Map<number, () => void>()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
    frames.set(frames.size + 1, frame)
    return frames.size
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.set(id, () => undefined))
  return {
    paint() {
      for (const frame of frames.values()) frame()
      frames.clear()
    },
  }
}

describe('work after a frame', () => {
  it('begins in a task of its own once the frame is painted, and can be prevented until then', () => {
    const page = paintedPage()
    const work = vi.fn()
    const prevented = vi.fn()
    afterFrame(work)
    const before = afterFrame(prevented)
    const between = afterFrame(prevented)
    vi.runAllTimers()
    expect(work).not.toHaveBeenCalled()
    before()
    page.paint()
    expect(work).not.toHaveBeenCalled()
    between()
    vi.runAllTimers()
    expect(work).toHaveBeenCalledOnce()
    expect(prevented).not.toHaveBeenCalled()
  })

  it('waits for no frame where none is painted', () => {
    paintedPage()
    vi.stubGlobal('document', { hidden: true })
    const work = vi.fn()
    afterFrame(work)
    vi.runAllTimers()
    expect(work).toHaveBeenCalledOnce()
  })

  it('after an arrival can be prevented too', () => {
    const work = vi.fn()
    afterArrival(work)
    afterArrival(work)()
    vi.runAllTimers()
    expect(work).toHaveBeenCalledOnce()
  })

  it('after an arrival has a frame of its own, in the order in which it began to wait', () => {
    const page = paintedPage()
    const done: string[] = []
    afterArrival(() => done.push('docks'))
    const prevent = afterArrival(() => done.push('prevented in the queue'))
    afterArrival(() => done.push('strip'))
    const frame = (): void => {
      page.paint()
      vi.advanceTimersByTime(0)
    }
    vi.advanceTimersByTime(5_000)
    expect(done).toEqual(['docks'])
    prevent()
    frame()
    expect(done).toEqual(['docks', 'strip'])
    frame()
    afterArrival(() => done.push('later'))
    vi.advanceTimersByTime(5_000)
    expect(done).toEqual(['docks', 'strip', 'later'])
    frame()
  })

  it('after an arrival goes on though one of it fails', () => {
    const page = paintedPage()
    const work = vi.fn()
    afterArrival(() => {
      throw new Error('not done')
    })
    afterArrival(work)
    expect(() => vi.advanceTimersByTime(5_000)).toThrow('not done')
    page.paint()
    vi.advanceTimersByTime(0)
    expect(work).toHaveBeenCalledOnce()
    page.paint()
    vi.advanceTimersByTime(0)
  })
})

describe('what follows from a result', () => {
  /** An aftermath of two steps and what was done of it, and a way to wait for the next frame. */
  function planned() {
    const page = paintedPage()
    const done: string[] = []
    const aftermath = createAftermath()
    const steps = (name: string) => [() => done.push(`${name}'s items`), () => done.push(`${name}'s table`)]
    aftermath.plan(steps('first'))
    const frame = (): void => {
      page.paint()
      vi.advanceTimersByTime(5_000)
    }
    return { done, aftermath, steps, frame }
  }

  it('is done step by step, a frame each', () => {
    const { done, aftermath, frame } = planned()
    expect(done).toEqual([])
    frame()
    expect(done).toEqual(["first's items"])
    frame()
    expect(done).toEqual(["first's items", "first's table"])
    aftermath.finish()
    frame()
    expect(done).toHaveLength(2)
  })

  it('is done at once from where it stands when it is wanted, and not again', () => {
    const { done, aftermath, frame } = planned()
    frame()
    aftermath.finish()
    expect(done).toEqual(["first's items", "first's table"])
    frame()
    frame()
    expect(done).toHaveLength(2)
  })

  it('is whole before that of the next result begins', () => {
    const { done, aftermath, steps, frame } = planned()
    aftermath.plan(steps('second'))
    expect(done).toEqual(["first's items", "first's table"])
    for (let frames = 0; frames < 5; frames++) frame()
    expect(done.slice(2)).toEqual(["second's items", "second's table"])
  })
})

describe('what stands beside a moment', () => {
  it('shows a moment late, whatever it has become by then, and all else at once', () => {
    const $phase = atom('idle')
    const seen: string[] = []
    const stop = beside($phase, (phase) => phase.startsWith('result')).listen((phase) => seen.push(phase))
    vi.runAllTimers()
    $phase.set('asking')
    expect(seen).toEqual(['asking'])
    $phase.set('result')
    $phase.set('result, sold')
    expect(seen).toEqual(['asking'])
    vi.runAllTimers()
    expect(seen).toEqual(['asking', 'result, sold'])
    $phase.set('result')
    $phase.set('idle')
    expect(seen).toEqual(['asking', 'result, sold', 'idle'])
    vi.runAllTimers()
    expect(seen).toEqual(['asking', 'result, sold', 'idle'])
    stop()
  })
})
