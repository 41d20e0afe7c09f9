// Sparks for rare results, on a small canvas: they rise once and disappear.
import { type ReactElement, useEffect, useRef } from 'react'
import { RARITY_COLOURS, type Rarity } from '../../game/rarity.ts'
import { useShown } from './Prerendered.tsx'
import styles from './particles.module.css'

const SPARKS = 70
const LIFE_MS = 3200
/** The canvas is small and scaled up: sparks are blurred anyway. */
const WIDTH = 480
const HEIGHT = 270

interface Spark {
  readonly x: number
  readonly drift: number
  readonly rise: number
  readonly size: number
  /** The share of the duration at which the spark appears. */
  readonly start: number
}

function newSpark(): Spark {
  return {
    x: WIDTH * (0.5 + (Math.random() - 0.5) * 0.7),
    drift: (Math.random() - 0.5) * 60,
    rise: HEIGHT * (0.5 + Math.random() * 0.6),
    size: 0.8 + Math.random() * 1.6,
    start: Math.random() * 0.45,
  }
}

/** Draws one frame of the sparks. */
function draw(pen: CanvasRenderingContext2D, sparks: readonly Spark[], time: number): void {
  pen.clearRect(0, 0, WIDTH, HEIGHT)
  for (const spark of sparks) {
    const age = (time - spark.start) / (1 - spark.start)
    if (age <= 0 || age >= 1) continue
    const way = 1 - (1 - age) ** 2
    pen.globalAlpha = Math.sin(age * Math.PI) * 0.9
    pen.beginPath()
    pen.arc(spark.x + spark.drift * way, HEIGHT - spark.rise * way, spark.size, 0, Math.PI * 2)
    pen.fill()
  }
}

export function Particles({ rarity }: { rarity: Rarity }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isShown = useShown()
  useEffect(() => {
    const pen = canvas.current?.getContext('2d') ?? null
    if (pen === null || !isShown) return
    pen.fillStyle = RARITY_COLOURS[rarity]
    const sparks = Array.from({ length: SPARKS }, newSpark)
    const startMs = performance.now()
    let frame = requestAnimationFrame(function next(nowMs) {
      const time = (nowMs - startMs) / LIFE_MS
      draw(pen, sparks, time)
      if (time < 1) frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [rarity, isShown])
  return (
    <div className={styles.particles} aria-hidden="true">
      <canvas ref={canvas} width={WIDTH} height={HEIGHT} />
    </div>
  )
}
