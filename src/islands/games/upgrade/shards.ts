// The ring as it breaks when an upgrade wins: its segments fly apart on a canvas. Loaded while the pointer runs.

import type { WinTier } from '../../../game/base/win-tier.ts'
import type { TicketRange } from '../../../game/cases/case.ts'
import { angleOf } from './ring.ts'

/** The canvas is larger than the ring by this factor, so that the shards have space to fly. */
const SPACE = 1.9
/** The radius and the width of the ring as shares of its size; the same as in Ring.tsx and its style sheet. */
const RADIUS = 0.44
const WIDTH = 0.035
const LIFE_MS = 1100
const MOST_PIXELS_PER_PX = 2

/** The channels of what is not lit. */
const UNLIT = '170 186 246'

/** The number of segments and how far they fly, in radii, by tier. */
const FORCE: Readonly<Record<WinTier, { readonly shards: number; readonly reach: number }>> = {
  0: { shards: 0, reach: 0 },
  1: { shards: 18, reach: 0.35 },
  2: { shards: 24, reach: 0.5 },
  3: { shards: 30, reach: 0.65 },
  4: { shards: 40, reach: 0.8 },
  5: { shards: 52, reach: 0.95 },
}

interface Shard {
  /** The middle of its arc, and half of the arc, in radians clockwise from the top. */
  readonly angle: number
  readonly half: number
  readonly colour: string
  readonly reach: number
  readonly spin: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

function shardsOf(tier: WinTier, { from, to }: TicketRange, lit: string): readonly Shard[] {
  const { shards, reach } = FORCE[tier]
  const [start, end] = [radians(angleOf(from)), radians(angleOf(to))]
  const half = Math.PI / shards
  return Array.from({ length: shards }, (_, index) => {
    const angle = (2 * index + 1) * half
    return {
      angle,
      half: half * 0.86,
      colour: angle >= start && angle <= end ? lit : UNLIT,
      reach: reach * (0.5 + Math.random()),
      spin: (Math.random() - 0.5) * 3,
    }
  })
}

function drawShard(pen: CanvasRenderingContext2D, size: number, shard: Shard, time: number): void {
  const { angle, half, colour, reach, spin } = shard
  const radius = RADIUS * size
  const way = 1 - (1 - time) ** 3
  const distance = radius * (1 + reach * way)
  pen.save()
  pen.translate(Math.sin(angle) * distance, -Math.cos(angle) * distance + radius * 0.22 * time * time)
  pen.rotate(angle + spin * way)
  pen.strokeStyle = `rgb(${colour} / ${(1 - time) ** 1.4})`
  pen.lineWidth = WIDTH * size * (1 - 0.4 * time)
  pen.beginPath()
  // The arc around the middle of the ring, moved to the origin.
  pen.arc(0, radius, radius, -Math.PI / 2 - half, -Math.PI / 2 + half)
  pen.stroke()
  pen.restore()
}

/**
 * Lets the ring fly apart.
 *
 * @param ring a positioned, square element
 * @param range the winning tickets, whose segments are lit
 * @returns the function that ends it
 */
export function shatter(ring: HTMLElement, tier: WinTier, range: TicketRange): () => void {
  const canvas = document.createElement('canvas')
  const size = ring.clientWidth
  const scale = Math.min(devicePixelRatio, MOST_PIXELS_PER_PX)
  canvas.width = canvas.height = Math.round(size * SPACE * scale)
  const inset = `${((1 - SPACE) / 2) * 100}%`
  Object.assign(canvas.style, { position: 'absolute', inset, width: `${SPACE * 100}%`, pointerEvents: 'none' })
  canvas.setAttribute('aria-hidden', 'true')
  const pen = canvas.getContext('2d')
  if (pen === null) return () => undefined
  ring.append(canvas)
  const shards = shardsOf(tier, range, getComputedStyle(ring).getPropertyValue('--signal-rgb'))
  const startMs = performance.now()
  let frame = requestAnimationFrame(function next(nowMs) {
    const time = Math.max(0, (nowMs - startMs) / LIFE_MS)
    pen.setTransform(scale, 0, 0, scale, canvas.width / 2, canvas.height / 2)
    pen.clearRect(-size, -size, 2 * size, 2 * size)
    if (time >= 1) return canvas.remove()
    for (const shard of shards) drawShard(pen, size, shard, time)
    frame = requestAnimationFrame(next)
  })
  return () => {
    cancelAnimationFrame(frame)
    canvas.remove()
  }
}
