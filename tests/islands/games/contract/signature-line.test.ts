// The signature: a line that stays on its canvas, and a drawing that grows with the hold.
import { describe, expect, it, vi } from 'vitest'
import {
  drawSignature,
  LINE_HEIGHT,
  LINE_WIDTH,
  SIGNATURE,
} from '../../../../src/islands/games/contract/signature-line.ts'

/** Returns a pen that counts the points of lines and the lights. */
function recorder() {
  const lineTo = vi.fn()
  const fillRect = vi.fn()
  const pen = {
    clearRect: () => undefined,
    beginPath: () => undefined,
    stroke: () => undefined,
    createRadialGradient: () => ({ addColorStop: () => undefined }),
    lineTo,
    fillRect,
  }
  return { pen: pen as unknown as CanvasRenderingContext2D, lineTo, fillRect }
}

describe('the signature', () => {
  it('is one line without jumps, with space for its glow on the canvas', () => {
    for (const [index, { x, y }] of SIGNATURE.entries()) {
      expect(x).toBeGreaterThan(8)
      expect(x).toBeLessThan(LINE_WIDTH - 8)
      expect(y).toBeGreaterThan(8)
      expect(y).toBeLessThan(LINE_HEIGHT - 8)
      const before = SIGNATURE[index - 1]
      if (before !== undefined) expect(Math.hypot(x - before.x, y - before.y)).toBeLessThan(12)
    }
  })

  it('grows from nothing to the whole line, whose end has no light', () => {
    const lengths = [0, 0.25, 0.5, 0.75, 1].map((share) => {
      const { pen, lineTo, fillRect } = recorder()
      drawSignature(pen, share)
      expect(fillRect).toHaveBeenCalledTimes(share > 0 && share < 1 ? 1 : 0)
      return lineTo.mock.calls.length
    })
    expect(lengths).toEqual([...new Set(lengths)].toSorted((one, other) => one - other))
    expect(lengths[0]).toBe(0)
    expect(lengths.at(-1)).toBe(3 * SIGNATURE.length)
  })
})
