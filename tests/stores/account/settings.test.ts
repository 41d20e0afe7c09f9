// The settings of a site, of which the specification names one.
import { describe, expect, it } from 'vitest'
import { $settings, loadSettings } from '../../../src/stores/account/settings.ts'
import { serverNow, setServerNow } from '../../../src/stores/kernel/server-clock.ts'
import { openServerFixture } from '../server-fixture.ts'
import { lost } from '../server-stub.ts'

const { wire, logged } = openServerFixture()

describe('the settings', () => {
  it('may be a name alone: then there are no social accounts, and the clock is this device’s', async () => {
    setServerNow(Date.now())
    wire.on('/api/settings', () => ({ sitename: 'SPACEDROP' }))
    await loadSettings()
    expect($settings.get()).toEqual({
      sitename: 'SPACEDROP',
      social: { instagram: '', tiktok: '', telegram: '', x: '' },
      now: null,
    })
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000)
    expect(logged).toEqual([])
  })

  it('that cannot be read are only logged', async () => {
    $settings.set(null)
    wire.on('/api/settings', lost)
    await loadSettings()
    expect($settings.get()).toBeNull()
    expect(logged).toHaveLength(1)
  })

  it('are taken from the answer as they are', async () => {
    wire.on('/api/settings', () => ({
      sitename: 'S',
      mode: 'sandbox',
      social: { x: 'https://x.example' },
      now: 5,
      more: 1,
    }))
    await loadSettings()
    expect($settings.get()).toMatchObject({ mode: 'sandbox', now: 5, more: 1 })
    expect($settings.get()?.social).toEqual({ instagram: '', tiktok: '', telegram: '', x: 'https://x.example' })
  })
})
