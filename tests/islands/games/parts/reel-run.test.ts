// The ticks of what moves along the curve of a reel: when they are played, on a fake clock, and that they ask for no frame.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evenMarks, progressAt, timeAt } from '../../../../src/islands/games/parts/reel-motion.ts'
import { playTicks } from '../../../../src/islands/games/parts/reel-run.ts'

const DURATION_MS = 6000

/** When ticks were played and felt, in ms since the start. */
let played: number[]
let felt: number[]

vi.mock('../../../../src/stores/kernel/sound.ts', () => ({ play: () => played.push(performance.now()) }))
vi.mock('../../../../src/stores/kernel/haptics.ts', () => ({ vibrate: () => felt.push(performance.now()) }))

/** An animation that starts at a time of the fake clock. */
function animationFrom(startTime: number | null, playbackRate = 1) {
  return { effect: { getComputedTiming: () => ({ duration: DURATION_MS }) }, startTime, currentTime: 0, playbackRate }
}

function passing(animation: ReturnType<typeof animationFrom>, marks: readonly number[]) {
  return () => ({ animation: animation as unknown as Animation, marks })
}

const page = { hidden: false }
const askForFrame = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('document', page)
  vi.stubGlobal('requestAnimationFrame', askForFrame)
  played = []
  felt = []
  page.hidden = false
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const gaps = (times: readonly number[]): number[] => times.slice(1).map((time, place) => time - (times[place] ?? 0))

describe('ticks', () => {
  it('come once for each mark, just after it has passed, and ask for no frame', () => {
    const way = fc.double({ min: 3, max: 48, noNaN: true })
    fc.assert(
      fc.property(way, fc.constantFrom(0.5, 1, 2), (distance, rate) => {
        played = []
        vi.setSystemTime(0)
        const startMs = performance.now()
        const marks = evenMarks(distance, 1)
        playTicks(passing(animationFrom(startMs, rate), marks))
        vi.advanceTimersByTime(DURATION_MS / rate + 100)
        const due = marks.map((mark) => startMs + (timeAt(mark) * DURATION_MS) / rate)
        // Two marks within 45 ms have one tick.
        const apart = gaps(due).every((gap) => gap > 46)
        if (apart) expect(played).toHaveLength(marks.length)
        for (const at of played) expect(due.some((mark) => at >= mark - 1 && at <= mark + 47)).toBe(true)
        expect(vi.getTimerCount()).toBe(0)
      }),
      { numRuns: 30 },
    )
    expect(askForFrame).not.toHaveBeenCalled()
  })

  it('are never so close that they are a noise, and none of the last ones is left out', () => {
    const marks = evenMarks(2400, 18)
    playTicks(passing(animationFrom(0), marks))
    vi.advanceTimersByTime(DURATION_MS + 100)
    expect(Math.min(...gaps(played))).toBeGreaterThanOrEqual(45)
    const slow = marks.filter((mark) => timeAt(mark) > 0.6)
    expect(played.filter((at) => at > 0.6 * DURATION_MS)).toHaveLength(slow.length)
  })

  it('are felt where the motion is slow', () => {
    const marks = [evenMarks(42, 1, 0.5), evenMarks(20, 1, 0.5), evenMarks(2300, 18)]
    const counts = marks.map((passed) => {
      felt = []
      playTicks(passing(animationFrom(performance.now()), passed))
      vi.advanceTimersByTime(DURATION_MS + 100)
      expect(played.slice(-felt.length)).toEqual(felt)
      return felt.length
    })
    expect(counts).toEqual([4, 2, 11])
  })

  it('are felt by the speed at which their card passed, however late they come', () => {
    const marks = evenMarks(42, 1, 0.5)
    const dueOf = (mark: number): number => timeAt(mark) * DURATION_MS
    // The fifth from the end passes too fast to be felt.
    const [fast, slow] = marks.slice(-5).map(dueOf) as [number, number]
    const animation = animationFrom(0)
    playTicks(passing(animation, marks))
    vi.advanceTimersByTime(fast - 10)
    // The timer of the fast one fires just before the next card passes.
    animation.startTime = -(slow - fast - 20)
    vi.advanceTimersByTime(DURATION_MS)
    expect(felt).toHaveLength(4)
  })

  it('are not made up for what passed before the page joined', () => {
    const marks = evenMarks(20, 1)
    const startMs = performance.now() - 2000
    playTicks(passing(animationFrom(startMs), marks))
    vi.advanceTimersByTime(DURATION_MS)
    const left = marks.filter((mark) => mark > progressAt(2000 / DURATION_MS))
    expect(played).toHaveLength(left.length)
  })

  it('go on with a reel that goes back for want of an answer', () => {
    const animation = animationFrom(0)
    const marks = evenMarks(40, 1)
    const held = (): number => progressAt((performance.now() - Number(animation.startTime)) / DURATION_MS)
    playTicks(() => {
      // Back by ten cards as long as there is no answer, for 5 s.
      if (performance.now() < 5000 && held() > 0.5) {
        animation.startTime = performance.now() - timeAt(held() - 0.25) * DURATION_MS
      }
      return passing(animation, marks)()
    })
    vi.advanceTimersByTime(5000)
    expect(played.length).toBeGreaterThan(60)
    expect(Math.max(...gaps(played))).toBeLessThan(200)
    vi.advanceTimersByTime(DURATION_MS)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are silent in a hidden page, and end where nothing moves any more or they are stopped', () => {
    const marks = evenMarks(20, 1)
    page.hidden = true
    playTicks(passing(animationFrom(0), marks))
    vi.advanceTimersByTime(3000)
    expect(played).toEqual([])
    page.hidden = false
    vi.advanceTimersByTime(3100)
    expect(played.length).toBeGreaterThan(0)

    playTicks(() => null)
    vi.advanceTimersByTime(1)
    expect(vi.getTimerCount()).toBe(0)
    const stop = playTicks(passing(animationFrom(performance.now()), marks))
    vi.advanceTimersByTime(500)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
