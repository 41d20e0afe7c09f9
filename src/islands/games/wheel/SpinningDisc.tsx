// The animation of the wheel: it rotates by transform, on the compositor, and stops with the rolled sector below the pointer, which its pegs
// bend. The position within the sector is random and not part of the roll.
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Arc, endOfSpin, restingAngle, sectorArcs } from '../../../game/rewards/wheel.ts'
import type { SectorView } from '../../../protocol/wheel.ts'
import type { PlayedSpin } from '../../../stores/games/wheel.ts'
import { startTurn } from '../parts/turn.ts'
import { Disc } from './Disc.tsx'
import { pegMarks, pointerFrames } from './pegs.ts'
import styles from './spinning-disc.module.css'

const SPIN_MS = 6000
/** How long the sector is shown before the result. */
const REST_MS = 600

/** The rotation before the first spin: on most wheels no edge is below the pointer. */
const START_DEGREES = 24

interface SpinningDiscProps {
  readonly sectors: readonly SectorView[]
  /** The spin to show; null before the first. */
  readonly spun: PlayedSpin | null
  readonly state: 'still' | 'run' | 'result'
  /** Called once, when the wheel has stopped. */
  onRest(): void
  /** The content of the hub. */
  readonly children: ReactNode
}

/** The start and the end of a rotation, in degrees. */
interface Plan {
  readonly id: string
  readonly from: number
  readonly to: number
}

function planOf({ id, sector, sectors }: PlayedSpin, from: number): Plan {
  const arc: Arc = sectorArcs(sectors)[sector] ?? { from: 0, to: 0 }
  return { id, from, to: endOfSpin(from, restingAngle(arc, Math.random())) }
}

export function SpinningDisc({ sectors, spun, state, onRest, children }: SpinningDiscProps): ReactElement {
  const rotor = useRef<HTMLDivElement>(null)
  const pointer = useRef<HTMLDivElement>(null)
  const latestOnRest = useRef(onRest)
  latestOnRest.current = onRest
  const [plan, setPlan] = useState<Plan | null>(null)
  // Each spin has one plan, which starts where the one before ended.
  if (spun !== null && plan?.id !== spun.id) setPlan(planOf(spun, (plan?.to ?? START_DEGREES) % 360))

  useEffect(() => {
    const turned = rotor.current
    if (state !== 'run' || plan === null || turned === null) return
    const { from, to } = plan
    const stop = startTurn(turned, {
      from,
      to,
      durationMs: SPIN_MS,
      marks: pegMarks(from, to),
      restMs: REST_MS,
      onRest: () => latestOnRest.current(),
    })
    const bending = pointer.current === null ? null : bend(pointer.current, plan)
    return () => {
      stop()
      bending?.cancel()
    }
  }, [state, plan])

  const turn = plan === null ? START_DEGREES : state === 'run' ? plan.from : plan.to
  const hit = state === 'result' && spun !== null ? spun.sector : null
  return (
    <div className={styles.frame} data-state={state}>
      <div className={styles.rotor} ref={rotor} style={{ transform: `rotate(${turn}deg)` }} data-rotor="">
        <Disc sectors={sectors} hit={hit} restDegrees={(plan?.to ?? START_DEGREES) % 360} />
      </div>
      <div className={styles.hub}>{children}</div>
      <div className={styles.pointer} ref={pointer} aria-hidden="true" />
    </div>
  )
}

/** Bends the pointer by the pegs of a spin. */
function bend(pointer: HTMLElement, { from, to }: Plan): Animation {
  const frames = pointerFrames(from, to, SPIN_MS)
  return pointer.animate(
    frames.map(({ offset, degrees }) => ({ offset, transform: `rotate(${degrees.toFixed(2)}deg)` })),
    { duration: SPIN_MS },
  )
}
