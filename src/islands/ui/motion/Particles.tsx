// Sparks for wins, on a small canvas: they rise once and disappear; in the highest tiers some burst from the middle first.
import { type ReactElement, useEffect, useRef } from 'react'
import type { WinTier } from '../../../game/base/win-tier.ts'
import { RARITY_COLOURS, type Rarity } from '../../../game/catalogue/rarity.ts'
import { useShown } from './Prerendered.tsx'
import styles from './particles.module.css'

/** The sparks of each tier: how many rise, how many burst, and how long they are visible. */
const SPARKS: Readonly<Record<WinTier, { readonly rising: number; readonly burst: number; readonly lifeMs: number }>> =
  {
    0: { rising: 0, burst: 0, lifeMs: 0 },
    1: { rising: 0, burst: 0, lifeMs: 0 },
    2: { rising: 36, burst: 0, lifeMs: 2200 },
    3: { rising: 80, burst: 0, lifeMs: 3000 },
    4: { rising: 90, burst: 70, lifeMs: 3600 },
    5: { rising: 130, burst: 150, lifeMs: 4800 },
  }

/** The canvas is small and scaled up: sparks are blurred anyway. */
const WIDTH = 480
const HEIGHT = 270
/** Where sparks burst outside of a celebration, as a share of the height. */
const MIDDLE = 0.5
/** How far sparks of a burst fall at most, in pixels of the canvas. */
const FALL = 150

interface Spark {
  /** Where it starts, and how far it moves to the side and up, in pixels of the canvas. */
  readonly x: number
  readonly y: number
  readonly drift: number
  readonly rise: number
  /** How far it falls at the end. */
  readonly fall: number
  readonly size: number
  /** The share of the duration at which the spark appears, and the one at which it is gone. */
  readonly start: number
  readonly end: number
  readonly isWhite: boolean
}

function risingSpark(): Spark {
  return {
    x: WIDTH * (0.5 + (Math.random() - 0.5) * 0.7),
    y: HEIGHT,
    drift: (Math.random() - 0.5) * 60,
    rise: HEIGHT * (0.5 + Math.random() * 0.6),
    fall: 0,
    size: 0.8 + Math.random() * 1.6,
    start: Math.random() * 0.45,
    end: 1,
    isWhite: false,
  }
}

/** Makes a spark that bursts from a height, a share of the canvas. */
function burstSpark(from: number): Spark {
  const angle = Math.random() * 2 * Math.PI
  const reach = 30 + Math.random() * 150
  return {
    x: WIDTH / 2,
    y: HEIGHT * from,
    drift: Math.cos(angle) * reach * 1.25,
    rise: -Math.sin(angle) * reach,
    fall: FALL * (0.4 + Math.random() * 0.6),
    size: 0.9 + Math.random() * 2,
    start: Math.random() * 0.04,
    end: 0.4 + Math.random() * 0.3,
    isWhite: Math.random() < 0.35,
  }
}

/** Draws one frame of the sparks; `time` is the share of their duration. */
function draw(pen: CanvasRenderingContext2D, sparks: readonly Spark[], colour: string, time: number): void {
  pen.clearRect(0, 0, WIDTH, HEIGHT)
  for (const spark of sparks) {
    const age = (time - spark.start) / (spark.end - spark.start)
    if (age <= 0 || age >= 1) continue
    const isBurst = spark.fall > 0
    const way = 1 - (1 - age) ** (isBurst ? 4 : 2)
    pen.globalAlpha = (isBurst ? Math.min(1, age * 12) * (1 - age) : Math.sin(age * Math.PI)) * 0.9
    pen.fillStyle = spark.isWhite ? '#fff' : colour
    pen.beginPath()
    const y = spark.y - spark.rise * way + spark.fall * age * age
    pen.arc(spark.x + spark.drift * way, y, spark.size, 0, Math.PI * 2)
    pen.fill()
  }
}

/** Draws the sparks of a tier until they are gone; returns the function that stops it. */
function fly(pen: CanvasRenderingContext2D, tier: WinTier, colour: string): () => void {
  const { rising, burst, lifeMs } = SPARKS[tier]
  const from = Number.parseFloat(getComputedStyle(pen.canvas).getPropertyValue('--celebration-y')) / 100 || MIDDLE
  const sparks = [
    ...Array.from({ length: rising }, risingSpark),
    // White ones last: the colour of the pen changes once.
    ...Array.from({ length: burst }, () => burstSpark(from)).sort(
      (one, other) => Number(one.isWhite) - Number(other.isWhite),
    ),
  ]
  const startMs = performance.now()
  let frame = requestAnimationFrame(function next(nowMs) {
    const time = (nowMs - startMs) / lifeMs
    draw(pen, sparks, colour, time)
    if (time < 1) frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

interface ParticlesProps {
  readonly rarity: Rarity
  /** How many there are, and how long. */
  readonly tier?: WinTier
}

export function Particles({ rarity, tier = 3 }: ParticlesProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isShown = useShown()
  useEffect(() => {
    const pen = isShown ? (canvas.current?.getContext('2d') ?? null) : null
    return pen === null ? undefined : fly(pen, tier, RARITY_COLOURS[rarity])
  }, [rarity, tier, isShown])
  return (
    <div className={styles.particles} aria-hidden="true">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} />
    </div>
  )
}
