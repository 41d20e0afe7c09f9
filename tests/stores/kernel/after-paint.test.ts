// Work that waits for a painted frame.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterPaint } from '../../../src/stores/kernel/after-paint.ts'
import { paintedPage } from '../painted-page.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('afterPaint runs a task of its own once the frame is painted, and can be cancelled until then', () => {
  const page = paintedPage()
  const work = vi.fn()
  const cancelled = vi.fn()
  afterPaint(work)
  const cancelBefore = afterPaint(cancelled)
  const cancelBetween = afterPaint(cancelled)
  vi.runAllTimers()
  expect(work).not.toHaveBeenCalled()
  cancelBefore()
  page.paint()
  expect(work).not.toHaveBeenCalled()
  cancelBetween()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
})

it('afterPaint waits for no frame in a hidden page, and can be cancelled there too', () => {
  paintedPage()
  vi.stubGlobal('document', { hidden: true })
  const work = vi.fn()
  afterPaint(work)
  afterPaint(work)()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})
