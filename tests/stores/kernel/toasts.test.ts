// Toasts wait in order until the component that shows them takes them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  $toasts,
  AFTER_RESULT_MS,
  APART_MS,
  takeToasts,
  toast,
  toastAfterResult,
} from '../../../src/stores/kernel/toasts.ts'
import { holdBalance, releaseBalance } from '../../../src/stores/kernel/user.ts'

afterEach(() => void takeToasts())

describe('toasts', () => {
  it('wait in order of arrival', () => {
    toast('success', 'first')
    toast('error', 'second')
    expect($toasts.get()).toEqual([
      { type: 'success', message: 'first' },
      { type: 'error', message: 'second' },
    ])
  })

  it('are delivered once', () => {
    toast('info', 'only')
    expect(takeToasts()).toEqual([{ type: 'info', message: 'only' }])
    expect(takeToasts()).toEqual([])
  })
})

describe('a toast about something that came during an animation', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  const shown = (): readonly string[] => $toasts.get().map(({ message }) => message)

  it('appears at once where nothing is animated', () => {
    toastAfterResult({ type: 'success', message: 'level 3' })
    expect(shown()).toEqual(['level 3'])
  })

  it('waits until the result has been on the screen for a moment', () => {
    holdBalance()
    toastAfterResult({ type: 'success', message: 'level 3' })
    vi.advanceTimersByTime(10_000)
    expect(shown()).toEqual([])
    releaseBalance()
    toastAfterResult({ type: 'success', message: 'mission' })
    vi.advanceTimersByTime(AFTER_RESULT_MS - 1)
    expect(shown()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual(['level 3'])
  })

  it('is followed by the next one when it has been read', () => {
    holdBalance()
    toastAfterResult({ type: 'success', message: 'level 3' })
    toastAfterResult({ type: 'success', message: 'mission' })
    releaseBalance()
    vi.advanceTimersByTime(AFTER_RESULT_MS + APART_MS - 1)
    toastAfterResult({ type: 'success', message: 'raffle' })
    expect(shown()).toEqual(['level 3'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual(['level 3', 'mission'])
    vi.advanceTimersByTime(APART_MS)
    expect(shown()).toEqual(['level 3', 'mission', 'raffle'])
  })

  it('waits with those that are left for the next result', () => {
    holdBalance()
    toastAfterResult({ type: 'success', message: 'level 3' })
    toastAfterResult({ type: 'success', message: 'mission' })
    releaseBalance()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    holdBalance()
    vi.advanceTimersByTime(APART_MS)
    expect(shown()).toEqual(['level 3'])
    releaseBalance()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(shown()).toEqual(['level 3', 'mission'])
  })

  it('waits for the next result too, when the player opens again at once', () => {
    holdBalance()
    toastAfterResult({ type: 'success', message: 'level 3' })
    releaseBalance()
    vi.advanceTimersByTime(AFTER_RESULT_MS / 2)
    holdBalance()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(shown()).toEqual([])
    releaseBalance()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(shown()).toEqual(['level 3'])
  })

  it('does not hold back an answer to the player', () => {
    holdBalance()
    toast('error', 'no connection')
    expect(shown()).toEqual(['no connection'])
    releaseBalance()
  })
})
