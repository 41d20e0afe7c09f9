// The sound and the vibration of a prerendered win, as a component of its own: the result around it does not render again when it is shown.
import { useEffect } from 'react'
import type { WinTier } from '../../../game/base/win-tier.ts'
import { useShown } from '../../ui/motion/Prerendered.tsx'
import { playWin, prepareWin } from '../../ui/motion/play-win.ts'

/** Plays the sound of a tier once, when the surrounding `Prerendered` is shown, not when the result is sold. Renders nothing. */
export function WinEffects({ tier }: { readonly tier: WinTier }): null {
  const isShown = useShown()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (isShown) playWin(tier)
    else prepareWin(tier)
  }, [isShown])
  return null
}
