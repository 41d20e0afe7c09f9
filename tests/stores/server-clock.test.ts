// Countdowns run by the server's clock, whichever of the two a page has first: the settings that tell it, or who reads it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Wire } from './wire.ts'

const AHEAD_MS = 125 * 86_400_000

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') })
  const wire = new Wire()
  wire.open()
  wire.on('/api/settings', () => ({ now: Date.now() + AHEAD_MS }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is known to who reads it before the settings come, and to who reads it after', async () => {
  const { loadSettings } = await import('../../src/stores/settings.ts')
  const early = await import('../../src/stores/server-clock.ts')
  expect(early.serverNow()).toBe(Date.now())
  await loadSettings()
  expect(early.serverNow()).toBe(Date.now() + AHEAD_MS)
})

it('is known to a part of the page that is loaded when the settings are long there', async () => {
  const { loadSettings } = await import('../../src/stores/settings.ts')
  await loadSettings()
  vi.advanceTimersByTime(60_000)
  const { serverNow } = await import('../../src/stores/server-clock.ts')
  expect(serverNow()).toBe(Date.now() + AHEAD_MS)
})
