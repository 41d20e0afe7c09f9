// Countdowns use the server's clock, whether the settings or the reader of the clock loads first.
import { beforeEach, expect, it, vi } from 'vitest'
import { openServerFixture } from '../server-fixture.ts'

const AHEAD_MS = 125 * 86_400_000

const { wire } = openServerFixture({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') })

beforeEach(() => {
  vi.resetModules()
  wire.on('/api/settings', () => ({ now: Date.now() + AHEAD_MS }))
})

it('the server clock is available to subscribers from before and after the settings arrive', async () => {
  const { loadSettings } = await import('../../../src/stores/account/settings.ts')
  const early = await import('../../../src/stores/kernel/server-clock.ts')
  expect(early.serverNow()).toBe(Date.now())
  await loadSettings()
  expect(early.serverNow()).toBe(Date.now() + AHEAD_MS)
})

it('the server clock is available to a part of the page that loads after the settings', async () => {
  const { loadSettings } = await import('../../../src/stores/account/settings.ts')
  await loadSettings()
  vi.advanceTimersByTime(60_000)
  const { serverNow } = await import('../../../src/stores/kernel/server-clock.ts')
  expect(serverNow()).toBe(Date.now() + AHEAD_MS)
})
