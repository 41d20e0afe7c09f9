// What a player chose for this browser: read from storage as what it is, anybody's text.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const storage: Record<string, string> = { 'spacedrop:sound': 'off', 'spacedrop:quick': '<b>' }

beforeAll(() => {
  vi.stubGlobal('localStorage', storage)
})

afterAll(() => {
  vi.unstubAllGlobals()
})

describe('preferences', () => {
  it('are what was kept, and the default where that is no choice or nothing', async () => {
    const { $calm, $quick, $sound } = await import('../../src/stores/preferences.ts')
    expect($sound.get()).toBe('off')
    expect($quick.get()).toBe('off')
    expect($calm.get()).toBe('off')
  })

  it('are kept when they change', async () => {
    const { $quick } = await import('../../src/stores/preferences.ts')
    $quick.set('on')
    expect(storage['spacedrop:quick']).toBe('on')
  })
})
