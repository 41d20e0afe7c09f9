// Preferences of this browser: read from storage as untrusted text.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const storage: Record<string, string> = { 'spacedrop:sound': 'off', 'spacedrop:quick': '<b>' }

beforeAll(() => {
  vi.stubGlobal('localStorage', storage)
})

afterAll(() => {
  vi.unstubAllGlobals()
})

describe('preferences', () => {
  it('are the stored ones, and the default where nothing valid is stored', async () => {
    const { $calm, $quick, $sound } = await import('../../../src/stores/kernel/preferences.ts')
    expect($sound.get()).toBe('off')
    expect($quick.get()).toBe('off')
    expect($calm.get()).toBe('off')
  })

  it('are stored when they change', async () => {
    const { $quick } = await import('../../../src/stores/kernel/preferences.ts')
    $quick.set('on')
    expect(storage['spacedrop:quick']).toBe('on')
  })
})
