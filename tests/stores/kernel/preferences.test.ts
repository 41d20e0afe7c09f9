// Preferences of this browser: read from storage as untrusted text.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const storage: Record<string, string> = {}

/** Returns the preferences as a page finds them that was loaded with this storage. */
async function preferences(stored: Record<string, string>) {
  Object.assign(storage, stored)
  return import('../../../src/stores/kernel/preferences.ts')
}

beforeEach(() => {
  for (const name of Object.keys(storage)) delete storage[name]
  vi.stubGlobal('localStorage', storage)
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('preferences', () => {
  it('are the stored ones, and the default where nothing valid is stored', async () => {
    const { $calm, $haptics, $quick, $sound } = await preferences({
      'spacedrop:sound': 'off',
      'spacedrop:quick': '<b>',
      'spacedrop:haptics': 'off',
    })
    expect($sound.get()).toBe('off')
    expect($haptics.get()).toBe('off')
    expect($quick.get()).toBe('off')
    expect($calm.get()).toBe('off')
  })

  it('are vibration, and sound at 30 percent, until a player chooses', async () => {
    const { $haptics, $sound, $volume } = await preferences({})
    expect([$haptics.get(), $sound.get(), $volume.get()]).toEqual(['on', 'on', 30])
  })

  it.each(['0', '5', '30', '99', '100'])('have a stored volume of %s percent', async (stored) => {
    const { $volume } = await preferences({ 'spacedrop:volume': stored })
    expect($volume.get()).toBe(Number(stored))
  })

  it.each(['', ' ', '-1', '101', '1000', '007', '12.5', '1e2', 'NaN', 'Infinity', 'null', '<b>', '٣٠'])(
    'ignore the stored volume %j',
    async (stored) => {
      const { $volume } = await preferences({ 'spacedrop:volume': stored })
      expect($volume.get()).toBe(30)
    },
  )

  it('are stored when they change', async () => {
    const { $haptics, $quick, $volume } = await preferences({})
    $quick.set('on')
    $volume.set(0)
    $haptics.set('off')
    expect(storage).toEqual({ 'spacedrop:quick': 'on', 'spacedrop:volume': '0', 'spacedrop:haptics': 'off' })
  })
})
