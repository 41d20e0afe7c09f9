// The sound and the vibration of a win.
import type { WinTier } from '../../../game/base/win-tier.ts'
import { vibrate } from '../../../stores/kernel/haptics.ts'
import { play, prepareSounds } from '../../../stores/kernel/sound.ts'

/** The least tier with the long vibration. */
const BIG = 4

/** Loads the sound of a big win, which no run loads by itself, while the animation runs that leads to it. */
export function prepareWin(tier: WinTier): void {
  if (tier === 4 || tier === 5) prepareSounds([`win-${tier}`])
}

/** Plays the sound of a tier and vibrates; a result that is worth at most what it cost stays silent. */
export function playWin(tier: WinTier): void {
  if (tier === 0) return
  play(`win-${tier}`)
  vibrate(tier >= BIG ? 'bigWin' : 'win')
}
