// The celebration of a result by its tier: light, rays, sparks and a motion of what is around it.
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { WinTier } from '../../../game/base/win-tier.ts'
import type { Rarity } from '../../../game/catalogue/rarity.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import styles from './celebration.module.css'
import { Particles } from './Particles.tsx'
import { useShown } from './Prerendered.tsx'

const CURVE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** The motion of the result in the higher tiers, as transforms of the element that contains the celebration. */
const MOTIONS: Readonly<
  Record<WinTier, { readonly durationMs: number; readonly transforms: readonly string[] } | null>
> = {
  0: null,
  1: null,
  2: null,
  3: { durationMs: 520, transforms: ['none', 'scale(1.02)', 'none'] },
  4: { durationMs: 640, transforms: ['none', 'scale(1.03) translateY(-3px)', 'scale(1.01) translateY(3px)', 'none'] },
  5: {
    durationMs: 820,
    transforms: [
      'none',
      'scale(1.045) translate(-4px, -3px)',
      'scale(1.03) translate(4px, 3px)',
      'scale(1.02) translate(-2px, 2px)',
      'none',
    ],
  },
}

interface CelebrationProps {
  /** `winTier()` of what was won and what it cost. Tiers 0 and 1 have a quiet light only. */
  readonly tier: WinTier
  /** The rarity of the item that gives the colour. */
  readonly rarity: Rarity
}

/**
 * Renders the celebration behind the children of its parent, which needs `position: relative`, `isolation: isolate` and a size, and which
 * the higher tiers move once by a transform. It starts when the surrounding `Prerendered` is shown. A tap anywhere ends it, with all
 * animations inside the parent; with reduced motion it is still. Sound and vibration are separate: `playWin(tier)`. The count of an
 * amount takes as long as the celebration with `<CountUp tier={tier} />` or `<WonItem tier={tier} />`, the profit is `<Profit />`.
 */
export function Celebration({ tier, rarity }: CelebrationProps): ReactElement {
  const layer = useRef<HTMLDivElement>(null)
  const isShown = useShown()
  const [isSkipped, setSkipped] = useState(false)
  useEffect(() => {
    const result = layer.current?.parentElement
    if (!isShown || tier < 2 || isCalm() || result === null || result === undefined) return
    const motion = MOTIONS[tier]
    const moving = motion?.transforms.map((transform) => ({ transform }))
    if (motion && moving) result.animate(moving, { duration: motion.durationMs, easing: CURVE })
    const skip = (): void => {
      setSkipped(true)
      for (const animation of result.getAnimations({ subtree: true })) {
        // One without an end, such as that of a busy button, cannot finish.
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      }
    }
    document.addEventListener('pointerdown', skip, { once: true })
    return () => document.removeEventListener('pointerdown', skip)
  }, [isShown, tier])
  return (
    <div ref={layer} className={styles.celebration} data-tier={tier} data-rarity={rarity} aria-hidden="true">
      <div className={styles.light} />
      {tier >= 3 && <div className={styles.rays} />}
      {tier >= 4 && <div className={styles.ring} />}
      {tier >= 4 && <div className={styles.flash} />}
      {tier >= 2 && !isSkipped && !isCalm() && <Particles tier={tier} rarity={rarity} />}
    </div>
  )
}
