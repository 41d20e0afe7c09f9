// The sounds of big wins are loaded while the reel runs, and those of others with the run.
import { afterEach, expect, it, vi } from 'vitest'
import type { WinTier } from '../../../../src/game/base/win-tier.ts'
import { prepareWin } from '../../../../src/islands/ui/motion/play-win.ts'

afterEach(() => vi.unstubAllGlobals())

it('a big win loads its sound before it is played', async () => {
  const loaded: string[] = []
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'running'
      readonly decodeAudioData = async () => ({})
    },
  )
  vi.stubGlobal('fetch', async (path: string) => {
    loaded.push(path)
    return new Response('')
  })
  for (const tier of [0, 1, 2, 3, 4, 5] satisfies WinTier[]) prepareWin(tier)
  await vi.waitFor(() => expect(loaded).toHaveLength(2))
  expect(loaded).toEqual(['/sounds/win-4.wav', '/sounds/win-5.wav'])
})
