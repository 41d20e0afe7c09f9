// Plays a case a hundred thousand times in slices, between which the page answers.
import { useEffect, useMemo, useState } from 'react'
import { seededRandom } from '../../../art/random.ts'
import type { Hmac } from '../../../game/fairness/fairness.ts'
import {
  createSimulation,
  SIMULATED,
  type SimulatedCase,
  type SimulationResult,
} from '../../../game/games/simulation.ts'

/** How many openings a slice has: about five milliseconds. */
const SLICE = 2_000

/** How long nobody has typed before it is played again. */
const PAUSE_MS = 400

const BLOCK_BYTES = 32

/** Stands in for the server's secret: the same seed and message give the same bytes. */
function seededHmac(seed: number): Hmac {
  return (message) => {
    const random = seededRandom(`${seed} ${message}`)
    return Uint8Array.from({ length: BLOCK_BYTES }, () => Math.floor(random() * 256))
  }
}

interface Progress {
  readonly result: SimulationResult | null
  /** The part that was played. */
  readonly part: number
}

/**
 * Returns what playing a case gives; the result of the case before stays until there is another.
 *
 * @param box null for one whose tickets are not whole yet
 */
export function useSimulation(box: SimulatedCase | null, seed: number): Progress {
  const [progress, setProgress] = useState<Progress>({ result: null, part: 0 })
  const text = box === null ? null : JSON.stringify(box)
  const played = useMemo(() => (text === null ? null : (JSON.parse(text) as SimulatedCase)), [text])
  useEffect(() => {
    if (played === null) return
    const simulation = createSimulation(played, seededHmac(seed))
    let count = 0
    const playOn = (): void => {
      simulation.play(SLICE)
      count += SLICE
      if (count < SIMULATED) {
        setProgress(({ result }) => ({ result, part: count / SIMULATED }))
        timer = setTimeout(playOn)
      } else setProgress({ result: simulation.result(), part: 1 })
    }
    let timer = setTimeout(playOn, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [played, seed])
  return progress
}
