// The wheel in motion: it turns by transform alone, by the browser's own animation, and comes to rest with the rolled sector below the
// pointer. Where in the sector is chance of this browser's; the roll knows nothing of it.
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { SectorView } from '../../contract/wheel.ts'
import { type Arc, endOfSpin, restingAngle, sectorArcs } from '../../game/wheel.ts'
import { play } from '../../stores/sound.ts'
import type { Spun } from '../../stores/wheel.ts'
import { reelEasing, speedAt, wayAt } from '../ui/reel-motion.ts'
import { Disc } from './Disc.tsx'
import { edgesPassed } from './disc.ts'
import styles from './turntable.module.css'

const SPIN_MS = 6000
/** How long the eye rests on the sector before the result is said. */
const REST_MS = 600
/** For browsers that know no `linear()`. */
const PLAIN_EASING = 'cubic-bezier(0.12, 0.55, 0.1, 1)'

/** Before the first spin: no edge lies below the pointer then on most wheels. */
const START_DEGREES = 24

interface TurntableProps {
  readonly sectors: readonly SectorView[]
  /** The spin that is shown; null before the first. */
  readonly spun: Spun | null
  readonly state: 'still' | 'run' | 'result'
  /** Called once, when the wheel has come to rest. */
  onRest(): void
  /** Stands in the middle. */
  readonly children: ReactNode
}

/** From where to where the wheel turns for a spin, in degrees. */
interface Plan {
  readonly id: string
  readonly from: number
  readonly to: number
}

function planOf({ id, sector, sectors }: Spun, from: number): Plan {
  const arc: Arc = sectorArcs(sectors)[sector] ?? { from: 0, to: 0 }
  return { id, from, to: endOfSpin(from, restingAngle(arc, Math.random())) }
}

export function Turntable({ sectors, spun, state, onRest, children }: TurntableProps): ReactElement {
  const rotor = useRef<HTMLDivElement>(null)
  const pointer = useRef<HTMLDivElement>(null)
  const rested = useRef(onRest)
  rested.current = onRest
  const [plan, setPlan] = useState<Plan | null>(null)
  // A plan belongs to one spin, and the next begins where it ended.
  if (spun !== null && plan?.id !== spun.id) setPlan(planOf(spun, (plan?.to ?? START_DEGREES) % 360))

  useEffect(() => {
    const turned = rotor.current
    if (state !== 'run' || plan === null || turned === null) return
    const animation = run(turned, plan)
    const stopTicks = tick(animation, plan, sectorArcs(sectors), pointer.current)
    let timer: ReturnType<typeof setTimeout> | undefined
    animation.onfinish = () => {
      timer = setTimeout(() => rested.current(), REST_MS)
    }
    return () => {
      stopTicks()
      clearTimeout(timer)
      animation.cancel()
    }
  }, [state, plan, sectors])

  const turn = plan === null ? START_DEGREES : state === 'run' ? plan.from : plan.to
  const hit = state === 'result' && spun !== null ? spun.sector : null
  return (
    <div className={styles.turntable} data-state={state}>
      <div className={styles.rotor} ref={rotor} style={{ transform: `rotate(${turn}deg)` }} data-rotor="">
        <Disc sectors={sectors} hit={hit} />
      </div>
      <div className={styles.hub}>{children}</div>
      <div className={styles.pointer} ref={pointer} aria-hidden="true" />
    </div>
  )
}

function run(rotor: HTMLElement, { from, to }: Plan): Animation {
  const frames = [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }]
  try {
    return rotor.animate(frames, { duration: SPIN_MS, easing: reelEasing(), fill: 'forwards' })
  } catch {
    return rotor.animate(frames, { duration: SPIN_MS, easing: PLAIN_EASING, fill: 'forwards' })
  }
}

/** A tick for the edges that pass the pointer, which gives way to them; the pitch by the speed. Returns what stops it. */
function tick(animation: Animation, { from, to }: Plan, arcs: readonly Arc[], pointer: HTMLElement | null): () => void {
  let turned = from
  let frame = requestAnimationFrame(function look() {
    const time = Number(animation.currentTime ?? 0) / SPIN_MS
    const now = from + wayAt(time) * (to - from)
    if (edgesPassed(arcs, turned, now) > 0) {
      play('tick', { rate: 0.75 + speedAt(time) * 0.7 })
      pointer?.animate([{ transform: 'rotate(-13deg)' }, { transform: 'rotate(0deg)' }], {
        duration: 160,
        easing: 'ease-out',
      })
    }
    turned = now
    if (time < 1) frame = requestAnimationFrame(look)
  })
  return () => cancelAnimationFrame(frame)
}
