// Vibration: only where the device has it, the player wants it, and the page was touched.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canVibrate, vibrate } from '../../../src/stores/kernel/haptics.ts'
import { $haptics } from '../../../src/stores/kernel/preferences.ts'

const calls: unknown[] = []

function device({ motor = true, isTouched = true, hasTouch = true } = {}): void {
  vi.stubGlobal('navigator', {
    ...(motor ? { vibrate: (pattern: unknown) => calls.push(pattern) } : {}),
    userActivation: { hasBeenActive: isTouched },
  })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(any-pointer: coarse)' && hasTouch }))
}

beforeEach(() => {
  calls.length = 0
  $haptics.set('on')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('vibration', () => {
  it('follows the moment: longer for a win, longest for a big one', () => {
    device()
    for (const name of ['tick', 'land', 'win', 'bigWin'] as const) vibrate(name)
    const lengths = (calls as number[][]).map((pattern) => pattern.reduce((sum, ms) => sum + ms, 0))
    expect(lengths).toHaveLength(4)
    expect(lengths).toEqual(lengths.toSorted((one, other) => one - other))
  })

  it('stays off when the player turned it off', () => {
    device()
    $haptics.set('off')
    vibrate('bigWin')
    expect(calls).toEqual([])
  })

  it('waits for the first touch of the page', () => {
    device({ isTouched: false })
    vibrate('land')
    expect(calls).toEqual([])
  })

  it('does nothing where the browser has none', () => {
    device({ motor: false })
    expect(() => vibrate('win')).not.toThrow()
    expect(canVibrate()).toBe(false)
  })

  it('is offered on devices with a touch screen', () => {
    device()
    expect(canVibrate()).toBe(true)
    device({ hasTouch: false })
    expect(canVibrate()).toBe(false)
  })
})
