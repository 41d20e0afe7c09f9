// An animated amount, frame by frame, on fake frames.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { count, showAmount } from '../../../../src/islands/ui/money/counting.ts'

describe('an animated amount', () => {
  let frames: ((nowMs: number) => void)[] = []
  const text = { data: '' }
  const element = { firstChild: text } as unknown as Element
  const frameAt = (nowMs: number): void => {
    const due = frames
    frames = []
    for (const frame of due) frame(nowMs)
  }

  beforeEach(() => {
    frames = []
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    vi.stubGlobal('requestAnimationFrame', (frame: (nowMs: number) => void) => frames.push(frame))
    vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('starts at once, never goes back and ends at its value', () => {
    const shown: number[] = []
    count(element, 0, 12_345, { onStep: (cents) => shown.push(cents) })
    expect(text.data).toBe('$0.00')
    // A frame may have started before the animation.
    for (const nowMs of [990, 1100, 1300, 1600, 1700, 1800]) frameAt(nowMs)
    expect(shown[0]).toBe(0)
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    expect(text.data).toBe('$123.45')
    expect(frames).toHaveLength(0)
  })

  it('counts down as well as up', () => {
    count(element, 5000, 4900)
    frameAt(1200)
    expect(text.data).toMatch(/^\$49\.\d\d$/)
    frameAt(1700)
    expect(text.data).toBe('$49.00')
  })

  it('keeps its value when it is stopped', () => {
    const { stop } = count(element, 0, 10_000)
    frameAt(1100)
    const reached = text.data
    stop()
    frameAt(1700)
    expect(text.data).toBe(reached)
    expect(reached).not.toBe('$100.00')
  })

  it('takes as long as it is told', () => {
    count(element, 0, 10_000, { durationMs: 3000 })
    frameAt(2500)
    expect(text.data).not.toBe('$100.00')
    frameAt(4000)
    expect(text.data).toBe('$100.00')
  })

  it('shows its value at once when it is finished early', () => {
    const { finish } = count(element, 0, 10_000)
    frameAt(1100)
    finish()
    expect(text.data).toBe('$100.00')
    expect(frames).toHaveLength(0)
  })
})

it('an amount is shown where the browser has put a translation in place of its text', () => {
  const element = { firstChild: { nodeName: 'FONT' }, textContent: 'zwölf Dollar' }
  showAmount(element as unknown as Element, 1234)
  expect(element.textContent).toBe('$12.34')
})
