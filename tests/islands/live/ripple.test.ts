// The wave through the live strip: which cards it reaches, and that it ends as it began.
import { expect, it } from 'vitest'
import { ripple, rippleDelays } from '../../../src/islands/live/ripple.ts'

it('reaches the cards in sight one after the other, the newest first', () => {
  for (const cards of [0, 1, 5, 14, 200]) {
    const delays = rippleDelays(cards)
    expect(delays).toHaveLength(Math.min(cards, 14))
    expect(delays).toEqual(delays.toSorted((one, other) => one - other))
    expect(delays[0] ?? 0).toBe(0)
  }
})

it('moves each card once, by scale and opacity alone, and leaves it as it was', () => {
  const asked: { frames: Keyframe[]; options: KeyframeAnimationOptions }[] = []
  const card = { animate: (frames: Keyframe[], options: KeyframeAnimationOptions) => asked.push({ frames, options }) }
  ripple({ children: [card, card, card] } as unknown as HTMLElement)
  expect(asked).toHaveLength(3)
  for (const { frames, options } of asked) {
    expect(options.iterations ?? 1).toBe(1)
    expect(options.fill ?? 'none').toBe('none')
    expect(frames[0]).toEqual(frames.at(-1))
    for (const frame of frames)
      expect(['scale', 'opacity', 'offset']).toEqual(expect.arrayContaining(Object.keys(frame)))
  }
})
